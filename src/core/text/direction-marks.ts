/** Marks that turn the direction of writing: they can make a command read as another one. */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g
