import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { AgentsView } from './agents/agents-view.tsx'
import { AgentsContext } from './api/agents-context.ts'
import { useAgents } from './api/use-agents.ts'
import { ChatView } from './chat/chat-view.tsx'
import { Icon } from './icon.tsx'
import { SignedOutNotice } from './signed-out-notice.tsx'
import { SessionsView } from './sessions/sessions-view.tsx'
import { linkTo, readPlace } from './state/place.ts'
import { nextTheme, readTheme } from './state/theme.ts'

const views = [
  ['agents', 'Agents'],
  ['chat', 'Chat'],
  ['sessions', 'Sessions'],
] as const

/** Three views that stay mounted, so that switching loses no state. */
export function App() {
  const place = usePlace()
  const agents = useAgents()
  return (
    <AgentsContext.Provider value={agents}>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
      </a>
      <header>
        <h1>
          <Logo />
          Capstan
        </h1>
        <nav aria-label="Views">
          {views.map(([view, name]) => (
            <a key={view} href={linkTo({ view })} aria-current={place.view === view ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <SignedOutNotice />
        <div hidden={place.view !== 'agents'}>
          <AgentsView {...agents} isShown={place.view === 'agents'} />
        </div>
        <div hidden={place.view !== 'chat'}>
          <ChatView agents={agents} place={place.view === 'chat' ? place : undefined} />
        </div>
        <div hidden={place.view !== 'sessions'}>
          <SessionsView
            agents={agents.agents}
            chosen={place.view === 'sessions' ? place.subject : undefined}
            isShown={place.view === 'sessions'}
          />
        </div>
      </main>
    </AgentsContext.Provider>
  )
}

/** The URL hash selects the view, so this link moves the focus itself. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function usePlace() {
  const [place, setPlace] = useState(() => readPlace(location.hash))
  useEffect(() => {
    const follow = (): void => setPlace(readPlace(location.hash))
    addEventListener('hashchange', follow)
    // The address may have changed before this listener was added.
    if (linkTo(readPlace(location.hash)) !== linkTo(place)) follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return place
}

const themeKey = 'capstan-theme'

function ThemeButton() {
  const [theme, setTheme] = useState(() => readTheme(localStorage.getItem(themeKey)))
  // Before the first paint, so that the other theme does not flash.
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme
    localStorage.setItem(themeKey, theme)
  }, [theme])
  return (
    <button
      type="button"
      class="plain theme"
      onClick={() => setTheme(nextTheme)}
      aria-label={`Theme: ${theme}. Change theme`}
    >
      <Icon name={themeIcons[theme]} /> <span>{theme}</span>
    </button>
  )
}

const themeIcons = { system: 'screen', light: 'sun', dark: 'moon' } as const

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="6" />
      <path d="M16 1v9M16 22v9M1 16h9M22 16h9" />
    </svg>
  )
}
