import { useMemo } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { stripTerminalCodes } from '../../core/text/strip-terminal-codes.ts'
import type { Inline } from '../state/markdown/markdown-inline.ts'
import { type Block, type ListItem, readMarkdown } from '../state/markdown/markdown.ts'
import { showDirectionMarks } from '../state/show-direction-marks.ts'
import { CodeBlock } from './code/code-block.tsx'

/** Markdown of an agent as elements, never as HTML. */
export function MarkdownView({ text }: { text: string }) {
  const blocks = useMemo(() => readMarkdown(stripTerminalCodes(text)), [text])
  return (
    <div class="markdown">
      <Blocks blocks={blocks} />
    </div>
  )
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockElement key={index} block={block} />
      ))}
    </>
  )
}

/** The page uses h1 and h2 itself. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

function BlockElement({ block }: { block: Block }) {
  switch (block.type) {
    case 'heading': {
      const Heading = headings[block.level - 1] ?? 'h6'
      return (
        <Heading>
          <Inlines content={block.content} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} />
        </p>
      )
    case 'code':
      return <CodeBlock text={block.text} label={block.language} />
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, index) => <Item key={index} item={item} />)
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'rule':
      return <hr />
    case 'table':
      return (
        <div class="scroll" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <Row cells={block.head} cell={(content) => <th scope="col">{content}</th>} />
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <Row key={index} cells={row} cell={(content) => <td>{content}</td>} />
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

/** The first paragraph of an item is rendered inline, next to its bullet. */
function Item({ item: { blocks, isDone } }: { item: ListItem }) {
  const [first, ...rest] = blocks
  const isShort = first?.type === 'paragraph'
  return (
    <li class={isDone === undefined ? undefined : 'task'}>
      {isDone !== undefined && (
        <input type="checkbox" checked={isDone} disabled aria-label={isDone ? 'done' : 'to do'} />
      )}
      {isShort && <Inlines content={first.content} />}
      <Blocks blocks={isShort ? rest : blocks} />
    </li>
  )
}

interface RowProps {
  readonly cells: readonly (readonly Inline[])[]
  readonly cell: (content: ComponentChildren) => ComponentChildren
}

function Row({ cells, cell }: RowProps) {
  return <tr>{cells.map((content) => cell(<Inlines content={content} />))}</tr>
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return (
    <>
      {content.map((inline, index) => (
        <InlineElement key={index} inline={inline} />
      ))}
    </>
  )
}

const wrappers = { strong: 'strong', emphasis: 'em', deleted: 'del' } as const

function InlineElement({ inline }: { inline: Inline }) {
  switch (inline.type) {
    case 'text':
      return <>{showDirectionMarks(inline.text)}</>
    case 'code':
      return <code>{showDirectionMarks(inline.text)}</code>
    case 'break':
      return <br />
    case 'link':
      return (
        // The title shows the target; the rel values send no referrer and no opener.
        <a href={inline.address} title={inline.address} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines content={inline.content} />
        </a>
      )
    case 'strong':
    case 'emphasis':
    case 'deleted': {
      const Wrapper = wrappers[inline.type]
      return (
        <Wrapper>
          <Inlines content={inline.content} />
        </Wrapper>
      )
    }
  }
}
