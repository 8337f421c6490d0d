import { z } from 'zod'

export interface RichText {
  type?: string | undefined
  url?: string | undefined
  text?: string | undefined
  bold?: boolean | undefined
  italic?: boolean | undefined
  strikethrough?: boolean | undefined
  code?: boolean | undefined
  children?: RichText[] | undefined
}

export const RichText: z.ZodType<RichText> = z.looseObject({
  type: z.string().optional(),
  url: z.string().optional(),
  text: z.string().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  code: z.boolean().optional(),
  children: z.array(z.lazy(() => RichText)).optional(),
})

/** A text without any form: a paragraph per line. */
export const paragraphs = (text: string): RichText[] =>
  text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] }))

/** What a client gets that has asked for markdown. */
export function markdownOf(nodes: readonly RichText[]): string {
  return nodes.map(block).join('\n')
}

function block(node: RichText): string {
  const { type = '', children = [] } = node
  switch (type) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `${'#'.repeat(Number(type[1]))} ${inside(node)}`
    case 'ul':
      return children.map((item) => `- ${inside(item)}`).join('\n')
    case 'ol':
      return children.map((item, at) => `${at + 1}. ${inside(item)}`).join('\n')
    case 'blockquote':
      return `> ${inside(node)}`
    default:
      return type === 'a' || node.text !== undefined ? inline(node) : inside(node)
  }
}

const inside = ({ children = [] }: RichText): string => children.map(inline).join('')

function inline(node: RichText): string {
  if (node.type === 'a') return `[${inside(node)}](${node.url ?? ''})`
  if (node.text === undefined) return block(node)
  if (node.text === '') return ''
  const marks = [node.bold && '**', node.italic && '_', node.strikethrough && '~~', node.code && '`'].filter(Boolean)
  return `${marks.join('')}${node.text}${marks.toReversed().join('')}`
}
