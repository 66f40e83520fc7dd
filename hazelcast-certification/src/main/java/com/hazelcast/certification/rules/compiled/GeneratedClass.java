package com.hazelcast.certification.rules.compiled;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** A class that is being written: a subclass of {@link RuleCode} or {@link AggregateCode}, hidden, in this package. */
final class GeneratedClass {
    /** HotSpot never compiles a longer method (option HugeMethodLimit). */
    static final int METHOD_BYTES_MAX = 8_000;

    static final String EVALUATION_DESCRIPTOR = "L" + ValueEmitter.EVALUATION + ";";
    static final String TEST = "(" + EVALUATION_DESCRIPTOR + ")Z";

    private final String name;
    private final Class<?> base;
    private final ClassConstants constants;
    private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
        @Override
        protected String getCommonSuperClass(String one, String other) {
            // Only one reference type ever meets itself; nothing must be loaded to find that out.
            return "java/lang/Object";
        }
    };

    GeneratedClass(String simpleName, Class<?> base) {
        this.base = base;
        this.name = Type.getInternalName(base).replace(base.getSimpleName(), simpleName);
        this.constants = new ClassConstants(name);
        String baseName = Type.getInternalName(base);
        writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, name, null, baseName, null);
        MethodVisitor method = writer.visitMethod(0, "<init>", "()V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, baseName, "<init>", "()V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    ClassConstants constants() {
        return constants;
    }

    /** A static method from the evaluation to a result. */
    MethodVisitor openStatic(String methodName, String descriptor) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, methodName, descriptor, null, null);
        method.visitCode();
        return method;
    }

    MethodVisitor openOverride(String methodName, String descriptor) {
        MethodVisitor method = writer.visitMethod(0, methodName, descriptor, null, null);
        method.visitCode();
        return method;
    }

    void callStatic(MethodVisitor method, String methodName, String descriptor) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, name, methodName, descriptor, false);
    }

    /** Jumps when a local variable has none of some bits. */
    static void jumpUnlessSet(MethodVisitor method, int local, long bits, Label target) {
        method.visitVarInsn(Opcodes.LLOAD, local);
        method.visitLdcInsn(bits);
        method.visitInsn(Opcodes.LAND);
        method.visitInsn(Opcodes.LCONST_0);
        method.visitInsn(Opcodes.LCMP);
        method.visitJumpInsn(Opcodes.IFEQ, target);
    }

    /** Takes bits out of a local variable. */
    static void takeOut(MethodVisitor method, int local, long bits) {
        method.visitVarInsn(Opcodes.LLOAD, local);
        method.visitLdcInsn(~bits);
        method.visitInsn(Opcodes.LAND);
        method.visitVarInsn(Opcodes.LSTORE, local);
    }

    /** Ends a method. */
    static void close(MethodVisitor method) {
        Label end = new Label();
        method.visitLabel(end);
        method.visitMaxs(0, 0);
        method.visitEnd();
        if (end.getOffset() > METHOD_BYTES_MAX) {
            throw new IllegalStateException(
                    "a method of a set of rules is too long to be compiled by HotSpot: bytes=" + end.getOffset());
        }
    }

    /** Overrides a method of number and evaluation by a switch to static tests, one for each number. */
    void declareSwitch(String methodName, String testPrefix, int count) {
        MethodVisitor method = openOverride(methodName, "(I" + EVALUATION_DESCRIPTOR + ")Z");
        Label none = new Label();
        Label[] labels = new Label[count];
        for (int i = 0; i < count; i++) {
            labels[i] = new Label();
        }
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitTableSwitchInsn(0, count - 1, none, labels);
        for (int i = 0; i < count; i++) {
            method.visitLabel(labels[i]);
            method.visitVarInsn(Opcodes.ALOAD, 2);
            callStatic(method, testPrefix + i, TEST);
            method.visitInsn(Opcodes.IRETURN);
        }
        method.visitLabel(none);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        close(method);
    }

    /** Loads it. It can be unloaded with its instance. */
    Object instance() {
        constants.declare(writer);
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        try {
            MethodHandles.Lookup lookup =
                    MethodHandles.lookup().defineHiddenClassWithClassData(bytes, constants.classData(), true);
            return lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("the class of a set of rules could not be loaded: base=" + base, e);
        }
    }
}
