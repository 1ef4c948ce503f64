import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../icon.tsx'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import type { ComposerMenu } from './use-composer-menu.ts'

/** The options of a menu above the message box. The focus stays in the box. */
export function MenuList({ id, menu }: { id: string; menu: ComposerMenu }) {
  const { kind, options, active, choose } = menu
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const noun = kind === 'file' ? 'file' : 'command'
  return (
    <>
      <p role="status" class="hidden">
        {options.length === 1 ? `1 ${noun}` : `${options.length} ${noun}s`}
      </p>
      <ul
        ref={list}
        id={id}
        class="menu"
        role="listbox"
        aria-label={kind === 'file' ? 'Files' : 'Commands'}
        tabIndex={0}
        // A press would take the focus from the message box.
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(option)}
          >
            {kind === 'file' ? <FileOption path={option.value.slice(1)} /> : <code>{option.value}</code>}
            {option.hint !== undefined && option.hint !== '' && <span class="quiet">{option.hint}</span>}
            {option.description !== undefined && (
              <span class="about">{showDirectionMarks(option.description)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function FileOption({ path }: { path: string }) {
  const split = path.lastIndexOf('/') + 1
  return (
    <>
      <Icon name="file" />
      <span class="path">
        <span class="quiet">{showDirectionMarks(path.slice(0, split))}</span>
        {showDirectionMarks(path.slice(split))}
      </span>
    </>
  )
}
