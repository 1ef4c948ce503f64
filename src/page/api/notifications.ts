const key = 'capstan-notify'

/** Whether this browser shows notifications of questions. */
export type NotifyState = 'unsupported' | 'blocked' | 'off' | 'on'

export function notifyState(): NotifyState {
  // Browsers offer notifications on HTTPS and localhost only.
  if (typeof Notification === 'undefined' || !isSecureContext) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === 'on' ? 'on' : 'off'
}

/** Switches notifications; asks the browser for permission if it has not been asked. Call it from a click. */
export async function switchNotify(): Promise<NotifyState> {
  const isOn = notifyState() === 'on'
  if (!isOn) await Notification.requestPermission()
  localStorage.setItem(key, isOn ? 'off' : 'on')
  return notifyState()
}

/** Shows a notification that opens the chat when it is clicked. */
export function notify({ title, body, id, link }: Record<'title' | 'body' | 'id' | 'link', string>): void {
  const shown = new Notification(title, { body, tag: id })
  shown.addEventListener('click', () => {
    window.focus()
    location.hash = link
    shown.close()
  })
}
