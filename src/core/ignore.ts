/** Does nothing. A shared function, to save memory with many sessions. */
export function ignore(): void {}
