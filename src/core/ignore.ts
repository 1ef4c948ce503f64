/** Does nothing. One function for all: where there are many sessions, a new one for each would add up. */
export function ignore(): void {}
