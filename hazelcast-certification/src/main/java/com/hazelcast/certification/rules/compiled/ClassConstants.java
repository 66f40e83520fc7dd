package com.hazelcast.certification.rules.compiled;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Objects that a generated class needs: tables, lists, zones. They are its class data, and its initializer puts each into a field
 * of its own, which the compiler takes for a constant.
 */
final class ClassConstants {
    private static final String FIELD_PREFIX = "CONSTANT_";

    private final String owner;
    private final List<Object> objects = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> indexes = new IdentityHashMap<>();
    private final Map<ZoneId, ZoneOffsets> zones = new HashMap<>();

    /** @param owner internal name of the class */
    ClassConstants(String owner) {
        this.owner = owner;
    }

    ZoneOffsets zone(ZoneId zone) {
        return zones.computeIfAbsent(zone, ZoneOffsets::new);
    }

    void push(MethodVisitor method, Object object) {
        int index = indexes.computeIfAbsent(object, unknown -> {
            objects.add(object);
            return objects.size() - 1;
        });
        method.visitFieldInsn(Opcodes.GETSTATIC, owner, FIELD_PREFIX + index, Type.getDescriptor(object.getClass()));
    }

    Object[] classData() {
        return objects.toArray();
    }

    /** Declares the fields and the initializer that fills them. */
    void declare(ClassWriter writer) {
        if (objects.isEmpty()) {
            return;
        }
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        method.visitCode();
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "java/lang/invoke/MethodHandles",
                "lookup",
                "()Ljava/lang/invoke/MethodHandles$Lookup;",
                false);
        method.visitLdcInsn("_");
        method.visitLdcInsn(Type.getType(Object[].class));
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                "java/lang/invoke/MethodHandles",
                "classData",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
                false);
        method.visitTypeInsn(Opcodes.CHECKCAST, "[Ljava/lang/Object;");
        method.visitVarInsn(Opcodes.ASTORE, 0);
        for (int i = 0; i < objects.size(); i++) {
            Class<?> type = objects.get(i).getClass();
            writer.visitField(
                            Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL,
                            FIELD_PREFIX + i,
                            Type.getDescriptor(type),
                            null,
                            null)
                    .visitEnd();
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitLdcInsn(i);
            method.visitInsn(Opcodes.AALOAD);
            method.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(type));
            method.visitFieldInsn(Opcodes.PUTSTATIC, owner, FIELD_PREFIX + i, Type.getDescriptor(type));
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
