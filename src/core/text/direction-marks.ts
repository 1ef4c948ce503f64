/** Unicode direction marks, which can disguise a command as another one. */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
