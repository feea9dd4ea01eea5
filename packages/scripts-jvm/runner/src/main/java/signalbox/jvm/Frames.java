package signalbox.jvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Frames of JSON, each behind its length in bytes (unsigned, 32 bits, big-endian). */
final class Frames {
  static final ObjectMapper JSON = new ObjectMapper();
  private final DataInputStream in;
  private final DataOutputStream out;

  Frames(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new java.io.BufferedInputStream(in, 1 << 16));
    this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  /** The next frame; `null` at the end of the input. */
  JsonNode read() throws IOException {
    int length;
    try {
      length = in.readInt();
    } catch (EOFException end) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    return bytes.length < length ? null : JSON.readTree(bytes);
  }

  void write(JsonNode frame) throws IOException {
    byte[] bytes = JSON.writeValueAsBytes(frame);
    synchronized (out) {
      out.writeInt(bytes.length);
      out.write(bytes);
      out.flush();
    }
  }
}
