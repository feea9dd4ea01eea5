package signalbox.jvm;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a class file refers to (Java virtual machine specification, 4.1): read from its constants, not from its source. */
final class ClassFile {
  /** Names of classes with slashes, including arrays and descriptors. */
  final Set<String> classes = new LinkedHashSet<>();

  /** Fields and methods of classes. */
  final Set<Member> members = new LinkedHashSet<>();

  /** Names and descriptors of its own methods. */
  final Set<String> methods = new LinkedHashSet<>();

  /** Names of its superclass and its interfaces, with slashes. */
  final List<String> parents = new ArrayList<>();

  /** Whether it has constants that name methods at run time: method handles, `invokedynamic`. */
  boolean isDynamic;

  /** A field or method of a class. */
  record Member(String owner, String name, String descriptor) {}

  private final String[] texts;
  private final int[] first;
  private final DataInputStream in;

  ClassFile(byte[] bytes) throws IOException {
    in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != 0xCAFEBABE) throw new IOException("not a class file");
    in.readInt();
    int count = in.readUnsignedShort();
    texts = new String[count];
    first = new int[count];
    int[] second = new int[count];
    int[] tags = new int[count];
    for (int at = 1; at < count; at++) {
      int tag = tags[at] = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[at] = in.readUTF();
        case 3, 4 -> in.readInt();
        case 5, 6 -> {
          in.readLong();
          at++;
        }
        case 7, 8, 16, 19, 20 -> first[at] = in.readUnsignedShort();
        case 9, 10, 11, 12 -> {
          first[at] = in.readUnsignedShort();
          second[at] = in.readUnsignedShort();
        }
        case 15 -> {
          in.readUnsignedByte();
          first[at] = in.readUnsignedShort();
          isDynamic = true;
        }
        case 17, 18 -> {
          first[at] = in.readUnsignedShort();
          second[at] = in.readUnsignedShort();
          isDynamic = true;
        }
        default -> throw new IOException("unknown constant " + tag);
      }
    }
    for (int at = 1; at < count; at++) {
      if (tags[at] == 7) addClass(texts[first[at]]);
      else if (tags[at] == 12) addDescriptor(texts[second[at]]);
      else if (tags[at] == 16) addDescriptor(texts[first[at]]);
    }
    for (int at = 1; at < count; at++)
      if (tags[at] >= 9 && tags[at] <= 11)
        members.add(
            new Member(texts[first[first[at]]], texts[first[second[at]]], texts[second[second[at]]]));
    readMembers();
  }

  private void readMembers() throws IOException {
    in.skipNBytes(4); // the flags and this class
    parents.add(texts[first[in.readUnsignedShort()]]);
    for (int left = in.readUnsignedShort(); left > 0; left--) parents.add(texts[first[in.readUnsignedShort()]]);
    for (int left = in.readUnsignedShort(); left > 0; left--) readMember();
    for (int left = in.readUnsignedShort(); left > 0; left--) methods.add(readMember());
  }

  private String readMember() throws IOException {
    in.readUnsignedShort();
    String name = texts[in.readUnsignedShort()];
    String descriptor = texts[in.readUnsignedShort()];
    addDescriptor(descriptor);
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      in.readUnsignedShort();
      in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
    }
    return name + descriptor;
  }

  private void addClass(String name) {
    if (name.startsWith("[")) addDescriptor(name);
    else classes.add(name);
  }

  private void addDescriptor(String descriptor) {
    for (int at = descriptor.indexOf('L'); at >= 0; ) {
      int end = descriptor.indexOf(';', at);
      if (end < 0) return;
      classes.add(descriptor.substring(at + 1, end));
      at = descriptor.indexOf('L', end);
    }
  }
}
