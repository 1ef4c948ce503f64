/** What a stream of server-sent events said, with the ids that differ in every answer taken out. */
export async function eventsOf(response: Response): Promise<{ event?: string; data: unknown }[]> {
  return parseEvents(await response.text())
}

function parseEvents(text: string): { event?: string; data: unknown }[] {
  return steadyText(text)
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1] ?? ''
      const content: unknown = data.startsWith('{') ? JSON.parse(data) : data
      return event === undefined ? { data: content } : { event, data: content }
    })
}

/** JSON of a response with the ids taken out. */
export async function steadyJson(response: Response): Promise<unknown> {
  return JSON.parse(steadyText(await response.text()))
}

function steadyText(text: string): string {
  return text.replaceAll(/[0-9a-f]{32}/g, '#')
}
