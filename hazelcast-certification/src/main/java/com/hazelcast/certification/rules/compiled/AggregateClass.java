package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.Aggregate;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.RunningConditions;
import com.hazelcast.certification.rules.model.Window;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes an {@link AggregateCode}: for each aggregate what it does with an entry, and with the transaction itself. */
final class AggregateClass {
    private static final String STEP = "step";
    private static final String STEP_THIS = "stepThis";
    private static final String FILTER = "filter";
    private static final String ADD = "add";
    private static final String LIVE = "live";
    private static final String ZONE_AND_DAYS =
            "(L" + org.objectweb.asm.Type.getInternalName(ZoneOffsets.class) + ";I)I";

    private final GeneratedClass generated = new GeneratedClass("Aggregates", AggregateCode.class);
    private final Plans plans;

    private AggregateClass(Plans plans) {
        this.plans = plans;
    }

    /**
     * @param from index of the first aggregate of the group
     * @param totals those of the group that a walk finds without a look at single entries, as bits
     */
    static AggregateCode write(List<AggregatePlan> group, int from, Plans plans, long totals) {
        AggregateClass written = new AggregateClass(plans);
        long shown = 0;
        for (int i = 0; i < group.size(); i++) {
            written.declareStep(STEP_THIS + i, group.get(i), from + i, true);
            shown |= group.get(i).way() == Way.WALK && (totals & 1L << i) == 0 ? 1L << i : 0;
        }
        List<Long> alike = alike(group, shown);
        long filteredOnce = 0;
        for (long some : alike) {
            written.declareFilter(group, from, some);
            filteredOnce |= some;
        }
        for (long rest = shown & ~filteredOnce; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            written.declareStep(STEP + bit, group.get(bit), from + bit, false);
        }
        written.declareWalk(shown & ~filteredOnce, alike);
        written.generated.declareSwitch(STEP_THIS, STEP_THIS, group.size());
        return (AggregateCode) written.generated.instance();
    }

    /**
     * Aggregates that look at the same entries of their windows, two or more at a time, as bits: the walk tries their filter once. Those
     * whose window or running counts need a look at the entry before are not among them.
     */
    private static List<Long> alike(List<AggregatePlan> group, long shown) {
        Map<Condition, Long> byFilter = new LinkedHashMap<>();
        for (long rest = shown; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            AggregatePlan plan = group.get(bit);
            boolean isPlain = plan.runningFrom() == plan.runningTo()
                    && plan.aggregate().window() instanceof Window.Sliding
                    && !plan.aggregate().isUnfiltered();
            if (isPlain) {
                byFilter.merge(plan.aggregate().filter(), 1L << bit, (a, b) -> a | b);
            }
        }
        return byFilter.values().stream()
                .filter(some -> Long.bitCount(some) > 1)
                .toList();
    }

    /** The filter that some have, and for each what it does with an entry that passes. */
    private void declareFilter(List<AggregatePlan> group, int from, long some) {
        int first = Long.numberOfTrailingZeros(some);
        MethodVisitor method = generated.openStatic(FILTER + first, GeneratedClass.TEST);
        Label fails = new Label();
        new Emitter(method, plans, generated.constants(), Map.of())
                .branch(group.get(first).aggregate().filter(), false, fails);
        returnConstant(method, true);
        method.visitLabel(fails);
        returnConstant(method, false);
        GeneratedClass.close(method);
        for (long rest = some; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            MethodVisitor add = generated.openStatic(ADD + bit, GeneratedClass.TEST);
            Emitter emitter = new Emitter(add, plans, generated.constants(), Map.of());
            update(add, emitter, group.get(bit), from + bit, false);
            add.visitInsn(Opcodes.IRETURN);
            GeneratedClass.close(add);
        }
    }

    /**
     * The loop over the entries is here as well, so that the JIT compiler has it together with what it does with each. In it, one aggregate
     * after the other without a switch: which are live changes seldom from entry to entry, so processors foresee the jumps.
     */
    private void declareWalk(long single, List<Long> alike) {
        MethodVisitor method = generated.openOverride("walk", "(" + GeneratedClass.EVALUATION_DESCRIPTOR + ")V");
        Label nextEntry = new Label();
        Label end = new Label();
        method.visitLabel(nextEntry);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, ValueEmitter.EVALUATION, "next", "()Z", false);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, LIVE, "J");
        method.visitVarInsn(Opcodes.LSTORE, 2);
        show(method, STEP, single);
        for (long some : alike) {
            Label fails = new Label();
            GeneratedClass.jumpUnlessSet(method, 2, some, fails);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            generated.callStatic(method, FILTER + Long.numberOfTrailingZeros(some), GeneratedClass.TEST);
            method.visitJumpInsn(Opcodes.IFEQ, fails);
            show(method, ADD, some);
            method.visitLabel(fails);
        }
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.LLOAD, 2);
        method.visitFieldInsn(Opcodes.PUTFIELD, ValueEmitter.EVALUATION, LIVE, "J");
        method.visitJumpInsn(Opcodes.GOTO, nextEntry);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        GeneratedClass.close(method);
    }

    /** Shows the entry to those of some that are live, and takes those out that nothing can change any more. */
    private void show(MethodVisitor method, String stepPrefix, long some) {
        for (long rest = some; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            Label next = new Label();
            GeneratedClass.jumpUnlessSet(method, 2, 1L << bit, next);
            method.visitVarInsn(Opcodes.ALOAD, 1);
            generated.callStatic(method, stepPrefix + bit, GeneratedClass.TEST);
            method.visitJumpInsn(Opcodes.IFEQ, next);
            GeneratedClass.takeOut(method, 2, 1L << bit);
            method.visitLabel(next);
        }
    }

    private void declareStep(String name, AggregatePlan plan, int index, boolean isOfThis) {
        MethodVisitor method = generated.openStatic(name, GeneratedClass.TEST);
        Aggregate aggregate = plan.aggregate();
        Map<Condition, Integer> running = running(plan);
        Emitter emitter = new Emitter(method, plans, generated.constants(), running);
        Label skip = new Label();
        Label done = new Label();
        if (isOfThis && !aggregate.isIncludingThis()) {
            returnConstant(method, false);
            GeneratedClass.close(method);
            return;
        }
        if (!isOfThis) {
            window(method, emitter, aggregate, index, skip, done);
        }
        running.forEach((condition, place) -> countRunning(method, emitter, of(condition, isOfThis), place));
        emitter.branch(of(aggregate.filter(), isOfThis), false, skip);
        if (aggregate.window() instanceof Window.Chain chain) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(index);
            method.visitLdcInsn(chain.widthMs() + chain.stepMs());
            emitter.values().callEvaluation("isPastNextCutoff", "(IJ)Z");
            method.visitJumpInsn(Opcodes.IFEQ, skip);
        }
        update(method, emitter, plan, index, isOfThis);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(skip);
        returnConstant(method, false);
        method.visitLabel(done);
        returnConstant(method, true);
        GeneratedClass.close(method);
    }

    private static void returnConstant(MethodVisitor method, boolean value) {
        method.visitInsn(value ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
    }

    private static Condition of(Condition condition, boolean isOfThis) {
        return isOfThis ? Trees.ofTransaction(condition) : condition;
    }

    private static Map<Condition, Integer> running(AggregatePlan plan) {
        Map<Condition, Integer> places = new LinkedHashMap<>();
        int place = plan.runningFrom();
        for (Condition condition : RunningConditions.of(plan.aggregate().filter())) {
            places.put(condition, place++);
        }
        return places;
    }

    /**
     * Leaves for {@code skip} when the entry is outside of the window, and for {@code done} when all that follow are. Nothing is to be done
     * for sliding windows: aggregates leave the walk with them ({@link AggregateGroup}).
     */
    private void window(MethodVisitor method, Emitter emitter, Aggregate aggregate, int index, Label skip, Label done) {
        ValueEmitter values = emitter.values();
        if (aggregate.window() instanceof Window.Ladder ladder) {
            compareTime(method, () -> ladderWidth(method, ladder, aggregate.isIncludingThis()), skip);
        } else if (aggregate.window() instanceof Window.Chain chain) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(index);
            method.visitLdcInsn(chain.widthMs());
            values.callEvaluation("isPastCutoff", "(IJ)Z");
            method.visitJumpInsn(Opcodes.IFEQ, skip);
        } else if (aggregate.window() instanceof Window.CalendarDays calendar) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            generated.constants().push(method, generated.constants().zone(calendar.zone()));
            method.visitLdcInsn(calendar.days());
            values.callEvaluation("beforeDays", ZONE_AND_DAYS);
            Label inside = new Label();
            method.visitTableSwitchInsn(0, 2, done, inside, skip, done);
            method.visitLabel(inside);
        }
    }

    /** Leaves when the entry is no newer than the transaction's time less a width. */
    private static void compareTime(MethodVisitor method, Runnable pushWidth, Label outside) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, "entryTimeMs", "J");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, "timeMs", "J");
        pushWidth.run();
        method.visitInsn(Opcodes.LSUB);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFLE, outside);
    }

    /** The number of the entry counts the transaction itself where the aggregate does: it stands before all older entries. */
    private static void ladderWidth(MethodVisitor method, Window.Ladder ladder, boolean isIncludingThis) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, "number", "J");
        if (isIncludingThis) {
            method.visitInsn(Opcodes.LCONST_1);
            method.visitInsn(Opcodes.LADD);
        }
        method.visitLdcInsn(ladder.widthMs());
        method.visitInsn(Opcodes.LMUL);
    }

    private static void countRunning(MethodVisitor method, Emitter emitter, Condition condition, int place) {
        Label no = new Label();
        emitter.branch(condition, false, no);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, "running", "[I");
        method.visitLdcInsn(place);
        method.visitInsn(Opcodes.DUP2);
        method.visitInsn(Opcodes.IALOAD);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IADD);
        method.visitInsn(Opcodes.IASTORE);
        method.visitLabel(no);
    }

    private static void update(MethodVisitor method, Emitter emitter, AggregatePlan plan, int index, boolean isOfThis) {
        Aggregate aggregate = plan.aggregate();
        Expression value = isOfThis ? Trees.ofTransaction(aggregate.value()) : aggregate.value();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitLdcInsn(index);
        String name = switch (aggregate.kind()) {
            case COUNT -> "count";
            case EXISTS -> "exists";
            case TIME_SINCE -> "timeSince";
            case AGE -> "age";
            case SUM, AVG -> "sum";
            case MIN -> "min";
            case MAX -> "max";
            case DISTINCT -> "distinct";
            case NTH -> "nth";
            case MOST_FREQUENT -> "mostFrequent";
        };
        boolean takesValue = switch (aggregate.kind()) {
            case COUNT, EXISTS, TIME_SINCE, AGE -> false;
            default -> true;
        };
        boolean takesEnough = switch (aggregate.kind()) {
            case COUNT, SUM, AVG, MAX, DISTINCT -> true;
            default -> false;
        };
        if (takesValue) {
            emitter.values().push(value);
        }
        if (takesEnough) {
            pushEnough(method, plan);
        }
        emitter.values().callEvaluation(name, "(I" + (takesValue ? "J" : "") + (takesEnough ? "J" : "") + ")Z");
    }

    /** What is above decides all comparisons. */
    private static void pushEnough(MethodVisitor method, AggregatePlan plan) {
        AmountBound bound = plan.ofAmount();
        if (bound == null) {
            method.visitLdcInsn(plan.enough());
            return;
        }
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, ValueEmitter.EVALUATION, "amount", "J");
        method.visitLdcInsn(bound.times());
        method.visitInsn(Opcodes.LMUL);
        method.visitLdcInsn(bound.by());
        method.visitInsn(Opcodes.LDIV);
        if (plan.enough() != Long.MIN_VALUE) {
            method.visitLdcInsn(plan.enough());
            method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "max", "(JJ)J", false);
        }
    }
}
