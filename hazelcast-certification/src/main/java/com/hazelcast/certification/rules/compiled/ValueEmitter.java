package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.lists.LongTable;
import com.hazelcast.certification.rules.lists.Rates;
import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Expression;
import com.hazelcast.certification.rules.model.Expression.AggregateValue;
import com.hazelcast.certification.rules.model.Expression.Calculated;
import com.hazelcast.certification.rules.model.Expression.Constant;
import com.hazelcast.certification.rules.model.Expression.EntryField;
import com.hazelcast.certification.rules.model.Expression.Exchanged;
import com.hazelcast.certification.rules.model.Expression.OnCalendar;
import com.hazelcast.certification.rules.model.Expression.Otherwise;
import com.hazelcast.certification.rules.model.Expression.Quotient;
import com.hazelcast.certification.rules.model.Expression.Running;
import com.hazelcast.certification.rules.model.Expression.Speed;
import com.hazelcast.certification.rules.model.Expression.TableValue;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import com.hazelcast.certification.transaction.TransactionLayout;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes values: each leaves one {@code long} on the stack. */
final class ValueEmitter {
    static final String EVALUATION = Type.getInternalName(Evaluation.class);
    static final String TABLE = Type.getInternalName(LongTable.class);

    private static final String OPERATIONS = Type.getInternalName(Operations.class);
    private static final String LAYOUT = Type.getInternalName(TransactionLayout.class);
    private static final String RATES = Type.getDescriptor(Rates.class);
    private static final String ZONE = Type.getDescriptor(ZoneOffsets.class);

    private final MethodVisitor method;
    private final Plans plans;
    private final ClassConstants constants;
    private final Map<Condition, Integer> running;

    /** A value that a local variable has. */
    private @Nullable Expression held;

    private int heldLocal;

    ValueEmitter(MethodVisitor method, Plans plans, ClassConstants constants, Map<Condition, Integer> running) {
        this.method = method;
        this.plans = plans;
        this.constants = constants;
        this.running = running;
    }

    /** From now on it is taken from a local variable. */
    void hold(Expression expression, int local) {
        held = expression;
        heldLocal = local;
    }

    /** From now on values are written out again. */
    void release() {
        held = null;
    }

    void push(Expression expression) {
        if (expression.equals(held)) {
            method.visitVarInsn(Opcodes.LLOAD, heldLocal);
        } else if (expression instanceof Constant constant) {
            method.visitLdcInsn(constant.value());
        } else if (expression instanceof TransactionField field) {
            transactionField(field.field());
        } else if (expression instanceof EntryField field) {
            entryField(field.field());
        } else if (expression instanceof AggregateValue value) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(plans.index(value.aggregate()));
            callEvaluation("aggregate", "(I)J");
        } else if (expression instanceof Running counted) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, EVALUATION, "running", "[I");
            method.visitLdcInsn(place(counted.condition()));
            method.visitInsn(Opcodes.IALOAD);
            method.visitInsn(Opcodes.I2L);
        } else if (expression instanceof Calculated calculated) {
            calculated(calculated);
        } else {
            called(expression);
        }
    }

    int place(Condition counted) {
        Integer place = running.get(counted);
        if (place == null) {
            throw new IllegalStateException("a running count has no place");
        }
        return place;
    }

    private void called(Expression expression) {
        if (expression instanceof Quotient q) {
            push(q.dividend());
            method.visitLdcInsn(q.factor());
            push(q.divisor());
            callOperation("divide", "(JJJ)J");
        } else if (expression instanceof Otherwise o) {
            push(o.value());
            push(o.other());
            callOperation("otherwise", "(JJ)J");
        } else if (expression instanceof TableValue t) {
            push(t.key());
            constants.push(method, t.values());
            callOperation("lookUp", "(JL" + TABLE + ";)J");
        } else if (expression instanceof Exchanged e) {
            push(e.amount());
            push(e.currency());
            constants.push(method, e.rates());
            callOperation("exchange", "(JJ" + RATES + ")J");
        } else if (expression instanceof Speed s) {
            push(s.to());
            push(s.from());
            push(s.apartMs());
            constants.push(method, s.places());
            callOperation("speed", "(JJJL" + TABLE + ";)J");
        } else {
            OnCalendar calendar = (OnCalendar) expression;
            push(calendar.time());
            constants.push(method, constants.zone(calendar.zone()));
            String name = switch (calendar.part()) {
                case HOUR -> "hour";
                case TIME_OF_DAY -> "timeOfDay";
                case WEEKDAY -> "weekday";
                case DAY -> "day";
                case MONTH -> "month";
            };
            callOperation(name, "(J" + ZONE + ")J");
        }
    }

    private void calculated(Calculated c) {
        push(c.left());
        push(c.right());
        if (!c.mayBeMissing()) {
            method.visitInsn(
                    switch (c.operator()) {
                        case PLUS -> Opcodes.LADD;
                        case MINUS -> Opcodes.LSUB;
                        case TIMES -> Opcodes.LMUL;
                    });
            return;
        }
        String name = switch (c.operator()) {
            case PLUS -> "plus";
            case MINUS -> "minus";
            case TIMES -> "times";
        };
        callOperation(name, "(JJ)J");
    }

    private void transactionField(Field field) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        if (field.isOfCardNumber()) {
            callEvaluation(field.label(), "()J");
            return;
        }
        String name = field == Field.TIME ? "timeMs" : field.label();
        method.visitFieldInsn(Opcodes.GETFIELD, EVALUATION, name, "J");
    }

    private void entryField(Field field) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        switch (field) {
            case CARD -> method.visitFieldInsn(Opcodes.GETFIELD, EVALUATION, "card", "J");
            case TIME -> method.visitFieldInsn(Opcodes.GETFIELD, EVALUATION, "entryTimeMs", "J");
            case TERMINAL -> callEvaluation("entryTerminal", "()J");
            // All entries are of the transaction's card.
            case BIN, BIN8 -> callEvaluation(field.label(), "()J");
            case COUNTRY, CURRENCY -> unpack("entryTimes", "J", field.label());
            case AMOUNT -> unpack("entryPayment", "J", "amountUnits");
            case MERCHANT, CODE -> unpack("entryPayment", "J", field.label());
            case CITY, RESPONSE -> unpack("entryOutcome", "I", field.label());
        }
    }

    private void unpack(String word, String type, String part) {
        method.visitFieldInsn(Opcodes.GETFIELD, EVALUATION, word, type);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, LAYOUT, part, "(" + type + ")I", false);
        method.visitInsn(Opcodes.I2L);
    }

    void callEvaluation(String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, EVALUATION, name, descriptor, false);
    }

    void callOperation(String name, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, OPERATIONS, name, descriptor, false);
    }
}
