package com.hazelcast.certification.rules.compiled;

import com.hazelcast.certification.rules.model.Condition;
import com.hazelcast.certification.rules.model.Expression.TransactionField;
import com.hazelcast.certification.rules.model.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes a {@link RuleCode}: for each field that rules compare with constants a switch from its value to the rules that it leaves
 * open, and for each rule a method with its other tests of the transaction and one with what remains.
 */
final class RuleClass {
    private static final String GUARD = "guard";
    private static final String RULE = "rule";
    private static final String OPEN = "openBy";
    private static final String OPEN_DESCRIPTOR = "(" + GeneratedClass.EVALUATION_DESCRIPTOR + ")J";

    /** Values of a switch: with more, its method would become too long, and the field is left to the rules. */
    private static final int SWITCHED_MAX = 400;

    /** Cards are compared one by one. */
    private static final int CARDS_MAX = 16;

    private final GeneratedClass generated;
    private final Plans plans;
    private final List<RuleShape> rules;

    private RuleClass(List<RuleShape> rules, Plans plans) {
        this.rules = rules;
        this.plans = plans;
        generated = new GeneratedClass("Rules", RuleCode.class);
    }

    static RuleCode write(List<RuleShape> rules, Plans plans) {
        return new RuleClass(rules, plans).write();
    }

    private RuleCode write() {
        Map<Field, Map<Long, Long>> openByField = openByField();
        openByField.forEach(this::declareOpenBy);
        declareOpen(openByField.keySet());
        declareFirst();
        return (RuleCode) generated.instance();
    }

    private void declareTest(String name, List<Condition> conditions) {
        MethodVisitor method = generated.openStatic(name, GeneratedClass.TEST);
        Emitter emitter = new Emitter(method, plans, generated.constants(), Map.of());
        Label fails = new Label();
        conditions.forEach(condition -> emitter.branch(condition, false, fails));
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(fails);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        GeneratedClass.close(method);
    }

    private void declareOpen(Set<Field> switched) {
        long guarded = 0;
        for (int i = 0; i < rules.size(); i++) {
            List<Condition> guard = rules.get(i).guardBesides(switched);
            if (!guard.isEmpty()) {
                declareTest(GUARD + i, guard);
                guarded |= 1L << i;
            }
        }
        MethodVisitor method = generated.openOverride("open", OPEN_DESCRIPTOR);
        method.visitLdcInsn(rules.size() == Long.SIZE ? -1L : (1L << rules.size()) - 1);
        for (Field field : switched) {
            method.visitVarInsn(Opcodes.ALOAD, 1);
            generated.callStatic(method, OPEN + field.label(), OPEN_DESCRIPTOR);
            method.visitInsn(Opcodes.LAND);
        }
        method.visitVarInsn(Opcodes.LSTORE, 2);
        for (long rest = guarded; rest != 0; rest &= rest - 1) {
            closeUnlessGuarded(method, Long.numberOfTrailingZeros(rest));
        }
        method.visitVarInsn(Opcodes.LLOAD, 2);
        method.visitInsn(Opcodes.LRETURN);
        GeneratedClass.close(method);
    }

    /** Takes a rule out of the bits in local 2 when its guard does not hold. */
    private void closeUnlessGuarded(MethodVisitor method, int rule) {
        Label next = new Label();
        GeneratedClass.jumpUnlessSet(method, 2, 1L << rule, next);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        generated.callStatic(method, GUARD + rule, GeneratedClass.TEST);
        method.visitJumpInsn(Opcodes.IFNE, next);
        GeneratedClass.takeOut(method, 2, 1L << rule);
        method.visitLabel(next);
    }

    private void declareFirst() {
        for (int i = 0; i < rules.size(); i++) {
            declareTest(RULE + i, rules.get(i).rest);
        }
        MethodVisitor method = generated.openOverride("first", "(J" + GeneratedClass.EVALUATION_DESCRIPTOR + ")I");
        for (int i = 0; i < rules.size(); i++) {
            Label next = new Label();
            GeneratedClass.jumpUnlessSet(method, 1, 1L << i, next);
            if (!rules.get(i).rest.isEmpty()) {
                method.visitVarInsn(Opcodes.ALOAD, 3);
                method.visitLdcInsn(i);
                method.visitFieldInsn(Opcodes.PUTFIELD, ValueEmitter.EVALUATION, "trying", "I");
                method.visitVarInsn(Opcodes.ALOAD, 3);
                generated.callStatic(method, RULE + i, GeneratedClass.TEST);
                method.visitJumpInsn(Opcodes.IFEQ, next);
            }
            method.visitLdcInsn(i);
            method.visitInsn(Opcodes.IRETURN);
            method.visitLabel(next);
        }
        method.visitLdcInsn(RuleCode.NONE);
        method.visitInsn(Opcodes.IRETURN);
        GeneratedClass.close(method);
    }

    /** For each field worth a switch: from a value to the rules that ask for it. */
    private Map<Field, Map<Long, Long>> openByField() {
        Map<Field, Map<Long, Long>> open = new TreeMap<>();
        for (int i = 0; i < rules.size(); i++) {
            for (Map.Entry<Field, Set<Long>> asked : rules.get(i).values.entrySet()) {
                Map<Long, Long> byValue = open.computeIfAbsent(asked.getKey(), unknown -> new TreeMap<>());
                for (long value : asked.getValue()) {
                    byValue.merge(value, 1L << i, (a, b) -> a | b);
                }
            }
        }
        open.entrySet()
                .removeIf(entry -> !isSwitched(entry.getKey(), entry.getValue().size()));
        return open;
    }

    private static boolean isSwitched(Field field, int values) {
        return switch (field) {
            case CARD -> values <= CARDS_MAX;
            case TIME, AMOUNT, TERMINAL -> false;
            default -> values <= SWITCHED_MAX;
        };
    }

    private void declareOpenBy(Field field, Map<Long, Long> byValue) {
        long asking = 0;
        for (RuleShape rule : rules) {
            asking = asking >>> 1 | (rule.values.containsKey(field) ? Long.MIN_VALUE : 0);
        }
        long others = ~(asking >>> Long.SIZE - rules.size());
        MethodVisitor method = generated.openStatic(OPEN + field.label(), OPEN_DESCRIPTOR);
        new ValueEmitter(method, plans, generated.constants(), Map.of()).push(new TransactionField(field));
        if (field == Field.CARD) {
            compareCards(method, byValue, others);
        } else {
            switchValues(method, byValue, others);
        }
        GeneratedClass.close(method);
    }

    private static void compareCards(MethodVisitor method, Map<Long, Long> byValue, long others) {
        method.visitVarInsn(Opcodes.LSTORE, 1);
        byValue.forEach((value, open) -> {
            Label next = new Label();
            method.visitVarInsn(Opcodes.LLOAD, 1);
            method.visitLdcInsn(value);
            method.visitInsn(Opcodes.LCMP);
            method.visitJumpInsn(Opcodes.IFNE, next);
            method.visitLdcInsn(open | others);
            method.visitInsn(Opcodes.LRETURN);
            method.visitLabel(next);
        });
        method.visitLdcInsn(others);
        method.visitInsn(Opcodes.LRETURN);
    }

    private static void switchValues(MethodVisitor method, Map<Long, Long> byValue, long others) {
        int[] keys = byValue.keySet().stream().mapToInt(Long::intValue).toArray();
        Map<Long, Label> labelByMask = new HashMap<>();
        Label[] labels = byValue.values().stream()
                .map(open -> labelByMask.computeIfAbsent(open | others, unknown -> new Label()))
                .toArray(Label[]::new);
        Label none = labelByMask.computeIfAbsent(others, unknown -> new Label());
        method.visitInsn(Opcodes.L2I);
        method.visitLookupSwitchInsn(none, keys, labels);
        labelByMask.forEach((mask, label) -> {
            method.visitLabel(label);
            method.visitLdcInsn(mask);
            method.visitInsn(Opcodes.LRETURN);
        });
    }
}
