package com.hazelcast.certification.console;

import com.hazelcast.certification.console.Overview.Gone;
import com.hazelcast.certification.console.Overview.MapFigures;
import com.hazelcast.certification.console.Overview.Problem;
import com.hazelcast.certification.console.Overview.Totals;
import java.util.ArrayList;
import java.util.List;

/** Says in sentences what an operator should see at once, the worst first. Pure; one use. */
final class ProblemFinder {
    /** Memory that is used beyond that share is nearly full. */
    private static final double NEARLY_FULL = 0.9;

    private final List<MemberView> members;
    private final MapFigures map;
    private final Totals totals;
    private final List<Gone> gone;
    private final List<Problem> red = new ArrayList<>();
    private final List<Problem> yellow = new ArrayList<>();

    ProblemFinder(List<MemberView> members, MapFigures map, Totals totals, List<Gone> gone) {
        this.members = members;
        this.map = map;
        this.totals = totals;
        this.gone = gone;
    }

    List<Problem> find() {
        findInMap();
        if (totals.unaccounted() != 0) {
            red.add(Problem.red(totals.unaccounted() + " transactions have no account: the books do not balance"));
        }
        members.forEach(this::findInMember);
        gone.forEach(left -> yellow.add(Problem.yellow(left.address() + " has left the cluster")));
        red.addAll(yellow);
        return red;
    }

    private void findInMap() {
        Integer loaded = map.shardsLoaded();
        if (loaded != null && loaded == 0) {
            yellow.add(Problem.yellow("nothing is loaded"));
        } else if (loaded != null && loaded < map.shardCount()) {
            red.add(Problem.red(shards(map.shardCount() - loaded, "is", "are") + " not loaded"));
        }
        Long without = map.shardsWithoutBackup();
        if (without != null && without > 0) {
            red.add(Problem.red(shards(without, "has", "have") + " no backup"));
        }
    }

    private static String shards(long count, String one, String many) {
        return count == 1 ? "1 shard " + one : count + " shards " + many;
    }

    private void findInMember(MemberView member) {
        MemberSample sample = member.sample();
        if (member.isSilent()) {
            red.add(Problem.red(member.address() + " does not answer"));
        }
        if (sample == null) {
            return;
        }
        if (sample.state().equals("TOO_FEW_MEMBERS")) {
            red.add(Problem.red(member.address() + " scores nothing: there are fewer members than min-members"));
        }
        if (sample.historyBytes() > sample.historyLimitBytes() * NEARLY_FULL) {
            yellow.add(Problem.yellow(member.address() + ": the memory for histories is nearly full"));
        }
    }
}
