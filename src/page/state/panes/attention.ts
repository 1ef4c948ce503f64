/** The title of the page: the number of open questions first, so that a narrow tab shows it. */
export function titleFor(questions: number): string {
  return questions === 0 ? 'Capstan' : `(${questions}) Capstan`
}

/** The questions that appeared since the last call. */
export function newQuestions<Question extends { readonly id: string }>(
  questions: readonly Question[],
  known: ReadonlySet<string>,
): Question[] {
  return questions.filter(({ id }) => !known.has(id))
}
