import type { CaptureDigest } from './digest.ts'

export const gemini: Record<string, CaptureDigest> = {
  load: {
    version: 1,
    events: { 'text.delta': 3, 'commands.changed': 1 },
    said: 'Hello from the fake provider. All done.',
    heard:
      "<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\nToday's date is Sunday, November 15, 2026 (formatted according to the user's locale).\nMy operating system is: linux\nThe project's temporary directory is: /workspace/.gemini/tmp/repo\n- **Workspace Directories:**\n  - /workspace/repo\n- **Directory Structure:**\n\nShowing up to 200 items (files + folders). Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (200 items) was reached.\n\n/workspace/repo/\n├───hello.txt\n├───new-1794767394350.txt\n├───new-1794767928736.txt\n├───new-1794768161728.txt\n├───new-1794768496709.txt\n├───new-1794768498243.txt\n├───new-1794768701925.txt\n├───new-1794768807353.txt\n├───new-1794768976756.txt\n├───new-1794769339283.txt\n├───new-1794769346132.txt\n├───touched-1794769332224.txt\n├───touched-1794769339569.txt\n├───touched-1794769346866.txt\n└───.git/...\n\n\n</session_context>SCN=text remember me",
    thought: '',
    printed: '',
    tools: {},
    permissions: [],
    opened: { options: {}, mode: 'default', model: 'auto', models: 6 },
    answers: 1,
    ends: [],
  },
  prompts: {
    version: 1,
    events: {
      'commands.changed': 1,
      'text.delta': 34,
      'thinking.delta': 8,
      'tool.called': 3,
      'tool.updated': 3,
    },
    said: 'Hello from the fake provider. All done.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.slow slow slow slow slow slow slow slow slow slow slow slow slow slow slow slow slow[MODE_UPDATE] yolo',
    heard: '',
    thought:
      '**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.',
    printed: '',
    tools: {
      run_shell_command__run_shell_command_1794769290012_0: 'completed',
      read_file__read_file_1794769290212_0: 'completed',
      write_file__write_file_1794769290264_0: 'failed',
    },
    permissions: [],
    opened: { options: {}, mode: 'default', model: 'auto', models: 6 },
    answers: 1,
    ends: [['end-turn'], ['end-turn'], ['end-turn'], ['end-turn'], ['end-turn'], ['max-turn-requests']],
  },
  write: {
    version: 1,
    events: { 'commands.changed': 1, 'thinking.delta': 4, 'text.delta': 26, 'tool.updated': 2 },
    said: 'I will use a tool.Hello from the fake provider. All done.I will use a tool.Hello from the fake provider. All done.step 0 of 0, step 1 of 841471, step 2 of 909297, step 3 of 141120, step 4 of -756802, step 5 of -958924, step 6 of -279415, step 7 of 656987, step 8 of 989358, step 9 o',
    heard: '',
    thought:
      '**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.**Considering the request**\nLet me think about it. The user wants a short answer.',
    printed: '',
    tools: {
      write_file__write_file_1794769346183_0: 'completed',
      run_shell_command__run_shell_command_1794769346876_0: 'completed',
    },
    permissions: [
      ['write_file__write_file_1794769346183_0', 'allow-always', 'allow-once', 'reject-once'],
      ['run_shell_command__run_shell_command_1794769346876_0', 'allow-always', 'allow-once', 'reject-once'],
    ],
    opened: { options: {}, mode: 'default', model: 'auto', models: 6 },
    answers: 1,
    ends: [['end-turn'], ['end-turn'], ['cancelled']],
  },
}
