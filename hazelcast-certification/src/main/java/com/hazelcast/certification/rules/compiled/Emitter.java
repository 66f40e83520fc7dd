package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.compiled.AggregatePlan.Way;
import com.hazelcast.certification.rules.model.Comparator;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Condition.All;
import com.hazelcast.certification.rules.model.Condition.Any;
import com.hazelcast.certification.rules.model.Condition.Comparison;
import com.hazelcast.certification.rules.model.Condition.Found;
import com.hazelcast.certification.rules.model.Condition.Listed;
import com.hazelcast.certification.rules.model.Condition.Missing;
import com.hazelcast.certification.rules.model.Condition.Not;
import com.hazelcast.certification.rules.model.Condition.OneOf;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.Operator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes conditions as jumps into a method whose first parameter is the {@link Evaluation}. A method's emitter is used once.
 */
final class Emitter {
    private static final String LONGS = "[J";

    /** So many values are compared one by one. */
    private static final int COMPARED_MAX = 4;

    private final MethodVisitor method;
    private final Plans plans;
    private final ClassConstants constants;
    private final ValueEmitter values;
    private int nextLocal = 1;

    /** @param running place of each counted condition of the aggregate that is written */
    Emitter(MethodVisitor method, Plans plans, ClassConstants constants, Map<Condition, Integer> running) {
        this.method = method;
        this.plans = plans;
        this.constants = constants;
        this.values = new ValueEmitter(method, plans, constants, running);
    }

    ValueEmitter values() {
        return values;
    }

    /** Jumps to the label when the condition comes to {@code when}; falls through otherwise. */
    void branch(Condition condition, boolean when, Label target) {
        if (condition instanceof All all) {
            branch(all.conditions(), false, when, target);
        } else if (condition instanceof Any any) {
            branch(any.conditions(), true, when, target);
        } else if (condition instanceof Not not) {
            branch(not.condition(), !when, target);
        } else if (condition instanceof Comparison comparison) {
            compare(comparison, when, target);
        } else if (condition instanceof OneOf in) {
            oneOf(in, when, target);
        } else if (condition instanceof Listed in) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            values.push(in.value());
            constants.push(method, in.values());
            values.callEvaluation(in.isNegated() ? "isUnlisted" : "isListed", "(JL" + ValueEmitter.TABLE + ";)Z");
            jump(when, target);
        } else if (condition instanceof Missing missing) {
            values.push(missing.value());
            method.visitLdcInsn(Expression.MISSING);
            method.visitInsn(Opcodes.LCMP);
            method.visitJumpInsn(missing.isNegated() == when ? Opcodes.IFNE : Opcodes.IFEQ, target);
        } else {
            values.push(new AggregateValue(((Found) condition).aggregate()));
            method.visitInsn(Opcodes.L2I);
            jump(when, target);
        }
    }

    private void jump(boolean when, Label target) {
        method.visitJumpInsn(when ? Opcodes.IFNE : Opcodes.IFEQ, target);
    }

    /** @param decides what one of them must come to so that all come to it */
    private void branch(List<Condition> conditions, boolean decides, boolean when, Label target) {
        Optional<Expression> compared = comparedTwice(conditions);
        compared.ifPresent(this::hold);
        branchEach(conditions, decides, when, target);
        if (compared.isPresent()) {
            values.release();
        }
    }

    /** The value of {@code between}: written twice, it would make a method twice as long as its rule has words. */
    private static Optional<Expression> comparedTwice(List<Condition> conditions) {
        if (conditions.size() == 2
                && conditions.get(0) instanceof Comparison from
                && conditions.get(1) instanceof Comparison to) {
            List<Expression> compared = List.of(to.left(), unscaled(to.left()));
            // What has no parts is as short as a variable, and an aggregate is to be left out where it can be.
            return Stream.of(from.left(), unscaled(from.left()))
                    .filter(value ->
                            compared.contains(value) && !Trees.parts(value).isEmpty())
                    .findFirst();
        }
        return Optional.empty();
    }

    /** Without the factor that gives it the decimals of its bound. */
    private static Expression unscaled(Expression value) {
        return value instanceof Calculated c && c.operator() == Operator.TIMES && c.right() instanceof Constant
                ? c.left()
                : value;
    }

    private void hold(Expression value) {
        values.push(value);
        method.visitVarInsn(Opcodes.LSTORE, nextLocal);
        values.hold(value, nextLocal);
        nextLocal += 2;
    }

    /** As {@link #branch(List, boolean, boolean, Label)}. */
    private void branchEach(List<Condition> conditions, boolean decides, boolean when, Label target) {
        if (decides == when) {
            for (Condition condition : conditions) {
                branch(condition, when, target);
            }
            return;
        }
        Label end = new Label();
        for (Condition condition : conditions) {
            branch(condition, decides, end);
        }
        method.visitJumpInsn(Opcodes.GOTO, target);
        method.visitLabel(end);
    }

    private void compare(Comparison comparison, boolean when, Label target) {
        Comparator comparator = comparison.comparator();
        if (comparison.left() instanceof AggregateValue left
                && comparison.right() instanceof Constant right
                && plans.of(left.aggregate()).way() == Way.NEWER) {
            newer(plans.of(left.aggregate()), comparator, right.value());
            jump(when, target);
            return;
        }
        Label end = new Label();
        branchUnreachable(comparison, when ? end : target);
        if (!comparison.left().mayBeMissing() && !comparison.right().mayBeMissing()) {
            values.push(comparison.left());
            values.push(comparison.right());
            method.visitInsn(Opcodes.LCMP);
            method.visitJumpInsn(opcode(comparator, when), target);
            method.visitLabel(end);
            return;
        }
        values.push(comparison.left());
        values.push(comparison.right());
        String name = switch (comparator) {
            case EQUAL -> "equal";
            case NOT_EQUAL -> "notEqual";
            case LESS -> "less";
            case GREATER -> "greater";
            case LESS_OR_EQUAL -> "lessOrEqual";
            case GREATER_OR_EQUAL -> "greaterOrEqual";
        };
        values.callOperation(name, "(JJ)Z");
        jump(when, target);
        method.visitLabel(end);
    }

    /** Jumps when a count or a sum cannot come to what it must be more than: then the comparison does not hold, and needs no walk. */
    private void branchUnreachable(Comparison comparison, Label target) {
        Comparator comparator = comparison.comparator();
        boolean isMore = comparator == Comparator.GREATER || comparator == Comparator.GREATER_OR_EQUAL;
        if (isMore
                && comparison.left() instanceof AggregateValue left
                && comparison.right() instanceof Constant right
                && plans.of(left.aggregate()).way() == Way.WALK
                && plans.of(left.aggregate()).hasMost()) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(plans.index(left.aggregate()));
            method.visitLdcInsn(comparator == Comparator.GREATER ? right.value() + 1 : right.value());
            values.callEvaluation("canReach", "(IJ)Z");
            jump(false, target);
        }
    }

    private void newer(AggregatePlan plan, Comparator comparator, long constant) {
        long entries = Plans.newerThan(comparator, constant, plan.aggregate().isIncludingThis());
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitLdcInsn((int) entries);
        method.visitLdcInsn(plan.widthMs());
        values.callEvaluation("holdsNewer", "(IJ)Z");
    }

    private static int opcode(Comparator comparator, boolean when) {
        return switch (comparator) {
            case EQUAL -> when ? Opcodes.IFEQ : Opcodes.IFNE;
            case NOT_EQUAL -> when ? Opcodes.IFNE : Opcodes.IFEQ;
            case LESS -> when ? Opcodes.IFLT : Opcodes.IFGE;
            case LESS_OR_EQUAL -> when ? Opcodes.IFLE : Opcodes.IFGT;
            case GREATER -> when ? Opcodes.IFGT : Opcodes.IFLE;
            case GREATER_OR_EQUAL -> when ? Opcodes.IFGE : Opcodes.IFLT;
        };
    }

    private void oneOf(OneOf in, boolean when, Label target) {
        values.push(in.value());
        int local = nextLocal;
        nextLocal += 2;
        method.visitVarInsn(Opcodes.LSTORE, local);
        Label none = new Label();
        Label one = new Label();
        if (in.value().mayBeMissing()) {
            method.visitVarInsn(Opcodes.LLOAD, local);
            method.visitLdcInsn(Expression.MISSING);
            method.visitInsn(Opcodes.LCMP);
            // A missing value is neither in nor not in.
            method.visitJumpInsn(Opcodes.IFEQ, in.isNegated() ? one : none);
        }
        if (in.values().size() <= COMPARED_MAX) {
            for (long value : in.values()) {
                method.visitVarInsn(Opcodes.LLOAD, local);
                method.visitLdcInsn(value);
                method.visitInsn(Opcodes.LCMP);
                method.visitJumpInsn(Opcodes.IFEQ, one);
            }
        } else {
            method.visitVarInsn(Opcodes.LLOAD, local);
            long[] sorted = in.values().stream().mapToLong(Long::longValue).toArray();
            constants.push(method, sorted);
            values.callOperation("isOneOf", "(J" + LONGS + ")Z");
            method.visitJumpInsn(Opcodes.IFNE, one);
        }
        boolean comesToNone = in.isNegated();
        Label end = new Label();
        method.visitLabel(none);
        method.visitJumpInsn(Opcodes.GOTO, comesToNone == when ? target : end);
        method.visitLabel(one);
        if (comesToNone != when) {
            method.visitJumpInsn(Opcodes.GOTO, target);
        }
        method.visitLabel(end);
    }
}
