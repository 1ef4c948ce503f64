import { useRef, useState } from 'preact/hooks'
import { errorText, getJson } from '../api/request.ts'
import { Icon } from '../icon.tsx'
import { CopyButton } from '../copy-button.tsx'

interface LoginHelp {
  /** Empty if the agent has no login command. */
  readonly command: string
  readonly variables: readonly string[]
}

interface LoginProps {
  readonly agent: { readonly id: string; readonly name: string }
  /** Called when the user has closed the dialog: the login may be there now. */
  readonly onClosed: () => Promise<void>
}

/** Shows how to log in to an agent: the login itself happens in a terminal. */
export function LoginButton({ agent: { id, name }, onClosed }: LoginProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [help, setHelp] = useState<LoginHelp>()
  const [error, setError] = useState<string>()
  const open = (): void => {
    dialog.current?.showModal()
    getJson<LoginHelp>(`/api/agents/${encodeURIComponent(id)}/login`)
      .then(setHelp)
      .catch((problem: unknown) => setError(errorText(problem)))
  }
  return (
    <span class="setup">
      <button type="button" class="small" aria-label={`Log in to ${name}`} onClick={open}>
        Log in
      </button>
      <dialog
        ref={dialog}
        class="login-help"
        aria-label={`Log in to ${name}`}
        onClose={() => void onClosed()}
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current?.close()
        }}
      >
        <div>
          <h3>Log in to {name}</h3>
          {error !== undefined && (
            <p role="alert" class="error">
              {error}
            </p>
          )}
          {help !== undefined && <Ways {...help} name={name} />}
          <div class="bar">
            <span class="grow" />
            <button type="button" class="primary" onClick={() => dialog.current?.close()}>
              <Icon name="yes" /> Done
            </button>
          </div>
        </div>
      </dialog>
    </span>
  )
}

function Ways({ command, variables, name }: LoginHelp & { name: string }) {
  return (
    <>
      {command === '' ? (
        <p>{name} has no login command: it asks for a login when you start it in a terminal.</p>
      ) : (
        <>
          <p>Run this command in a terminal on the machine of the gateway:</p>
          <p class="command">
            <code>{command}</code>
            <CopyButton text={command} label="Copy the command" />
          </p>
        </>
      )}
      {variables.length > 0 && (
        <>
          <p>Or set one of these variables and restart the gateway:</p>
          <ul class="variables">
            {variables.map((variable) => (
              <li key={variable}>
                <code>{variable}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
