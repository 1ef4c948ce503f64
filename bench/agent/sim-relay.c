/* Relays bytes between its standard streams and a socket, behind which a sim runs in another process. It stands in for an
 * agent's process: a machine can run five hundred of them, but not five hundred Node processes. */
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static char bytes[1 << 16];

/* Relays the available bytes. Returns 0 at the end of the input. */
static int carry(int from, int to) {
  ssize_t count = read(from, bytes, sizeof bytes);
  for (ssize_t at = 0; at < count;) {
    ssize_t written = write(to, bytes + at, (size_t)(count - at));
    if (written <= 0) return 0;
    at += written;
  }
  return count > 0;
}

int main(int count, char **words) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count < 2 || strlen(words[1]) >= sizeof address.sun_path) return 2;
  strcpy(address.sun_path, words[1]);
  int sim = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(sim, (struct sockaddr *)&address, sizeof address) != 0) return 1;
  struct pollfd ends[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = sim, .events = POLLIN}};
  while (poll(ends, 2, -1) > 0) {
    if (ends[0].revents != 0 && !carry(STDIN_FILENO, sim)) {
      shutdown(sim, SHUT_WR);
      ends[0].fd = -1;
    }
    if (ends[1].revents != 0 && !carry(sim, STDOUT_FILENO)) return 0;
  }
  return 1;
}
