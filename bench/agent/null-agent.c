/* The agent of null-agent.cjs for one update. It starts in almost no time, so the measured time is the client's. */
#include <stdio.h>
#include <string.h>

static char line[1 << 16];

/* The raw value of "id" in a line. */
static const char *id_of(void) {
  static char id[64];
  const char *from = strstr(line, "\"id\":");
  size_t length = from == NULL ? 0 : strcspn(from += 5, ",}\n");
  if (length >= sizeof id) length = 0;
  memcpy(id, from == NULL ? "" : from, length);
  id[length] = '\0';
  return id;
}

int main(void) {
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char *result = NULL;
    if (strstr(line, "\"method\":\"initialize\"") != NULL) {
      result = "{\"protocolVersion\":1,\"agentCapabilities\":{}}";
    } else if (strstr(line, "\"method\":\"session/new\"") != NULL) {
      result = "{\"sessionId\":\"s1\"}";
    } else if (strstr(line, "\"method\":\"session/prompt\"") != NULL) {
      printf("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":"
             "{\"sessionUpdate\":\"agent_message_chunk\",\"messageId\":\"m1\","
             "\"content\":{\"type\":\"text\",\"text\":\"piece 000 of it \"}}}}\n");
      result = "{\"stopReason\":\"end_turn\"}";
    }
    if (result == NULL) continue;
    printf("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id_of(), result);
    fflush(stdout);
  }
  return 0;
}
