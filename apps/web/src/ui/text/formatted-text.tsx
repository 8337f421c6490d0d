import { Fragment, memo, use, useMemo } from 'react'
import { readable } from '../../lib/text/plain-text.ts'
import { type Block, type Token, blocksOf } from '../../lib/text/text-tokens.ts'
import { Marked } from '../marks/marked.tsx'
import { MarksContext } from './marks-context.ts'
import styles from './formatted-text.module.css'

/** WhatsApp formatting, rendered from tokens: a customer's text never becomes HTML. */
export const FormattedText = memo(function FormattedText({ body }: { body: string }) {
  const blocks = useMemo(() => blocksOf(readable(body)), [body])
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
})

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'mono':
      return (
        <pre className={styles.mono}>
          <PlainText text={block.text} />
        </pre>
      )
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <Lines lines={block.lines} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((tokens, index) => (
        <li key={index}>
          <Tokens tokens={tokens} />
        </li>
      ))
      return block.isOrdered ? (
        <ol className={styles.list} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul className={styles.list}>{items}</ul>
      )
    }
    case 'lines':
      return <Lines lines={block.lines} />
  }
}

function Lines({ lines }: { lines: Token[][] }) {
  return lines.map((tokens, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      <Tokens tokens={tokens} />
    </Fragment>
  ))
}

function Tokens({ tokens }: { tokens: Token[] }) {
  return tokens.map((token, index) => <TokenView key={index} token={token} />)
}

function TokenView({ token }: { token: Token }) {
  switch (token.kind) {
    case 'text':
      return <PlainText text={token.text} />
    case 'bold':
      return (
        <strong className={styles.bold}>
          <Tokens tokens={token.tokens} />
        </strong>
      )
    case 'italic':
      return (
        <em>
          <Tokens tokens={token.tokens} />
        </em>
      )
    case 'strike':
      return (
        <s>
          <Tokens tokens={token.tokens} />
        </s>
      )
    case 'code':
      return (
        <code className={styles.code}>
          <PlainText text={token.text} />
        </code>
      )
    case 'mention':
      return (
        <b className={styles.bold}>
          <PlainText text={token.text} />
        </b>
      )
    case 'link':
      return (
        <a className={styles.link} href={token.href} target="_blank" rel="noopener noreferrer">
          <PlainText text={token.text} />
        </a>
      )
  }
}

export function PlainText({ text }: { text: string }) {
  const marksIn = use(MarksContext)
  return marksIn ? <Marked text={text} marks={marksIn(text)} /> : text
}
