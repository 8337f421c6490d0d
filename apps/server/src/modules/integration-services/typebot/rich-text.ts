import { limits } from '@guiche/contract'
import { z } from 'zod'

/** A node of Typebot's rich text; unknown fields and types are read as far as they have texts. */
interface RichNode {
  type: string
  url: string
  text?: string | undefined
  bold: boolean
  italic: boolean
  strikethrough: boolean
  code: boolean
  children: RichNode[]
}

const flag = z.boolean().default(false).catch(false)

const RichNode: z.ZodType<RichNode> = z.object({
  type: z.string().default('').catch(''),
  url: z.string().default('').catch(''),
  text: z.string().optional().catch(undefined),
  bold: flag,
  italic: flag,
  strikethrough: flag,
  code: flag,
  children: z
    .array(z.lazy(() => RichNode))
    .default([])
    .catch([]),
})

const RichText = z.array(RichNode).default([]).catch([])

/** Rich text as WhatsApp writes it: *bold*, _italic_, ~struck~. Underlines have no mark there. */
export const textOfRich = (richText: unknown): string => RichText.parse(richText).map(block).join('\n').trim()

function block(node: RichNode): string {
  switch (node.type) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return mark(inside(node), '*')
    case 'ul':
      return node.children.map((item) => `- ${inside(item)}`).join('\n')
    case 'ol':
      return node.children.map((item, nth) => `${nth + 1}. ${inside(item)}`).join('\n')
    case 'blockquote':
      return inside(node)
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    default:
      return inline(node)
  }
}

const listTypes = new Set(['ul', 'ol', 'blockquote'])

/** A list within an item stands on lines of its own. */
const inside = ({ children }: RichNode): string =>
  children.map((child) => (listTypes.has(child.type) ? `\n${block(child)}` : inline(child))).join('')

function inline(node: RichNode): string {
  if (node.type === 'a') return link(inside(node), node.url)
  if (node.text === undefined) return inside(node)
  const marks = [node.bold && '*', node.italic && '_', node.strikethrough && '~', node.code && '`'] as const
  return marks.reduce<string>((text, sign) => (sign ? mark(text, sign) : text), node.text)
}

/** Marks count only right beside the words. */
function mark(text: string, sign: string): string {
  const words = text.trim()
  if (words === '') return text
  const at = text.length - text.trimStart().length
  return `${text.slice(0, at)}${sign}${words}${sign}${text.slice(at + words.length)}`
}

function link(text: string, url: string): string {
  if (!/^(https?:|mailto:|tel:)/i.test(url)) return text
  return text.trim() === '' || text.trim() === url ? url : `${text}: ${url}`
}

/** Markdown in the same way, for bots that write it. */
export const textOfMarkdown = (markdown: string): string =>
  markdown
    .slice(0, limits.messageText)
    .replaceAll(/\[([^\]\n]{1,500})\]\((https?:[^)\s]{1,2000})\)/g, (_whole, text: string, url: string) =>
      link(text, url),
    )
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '*$1*')
    .replaceAll(/~~([^~\n]+)~~/g, '~$1~')
    .replaceAll(/^#{1,6} +(.+)$/gm, '*$1*')
    .trim()
