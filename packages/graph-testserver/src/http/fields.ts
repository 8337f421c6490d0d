import { refuse } from '../refusals/refuse.ts'
import { type Ask, textOf } from './ask.ts'

/** What a thing shows, by the name of the field. What costs work is a function. */
export type View = Record<string, unknown>

/** A thing with the fields that were asked for, such as `id,name,owner{id}`. */
export function shown(ask: Ask, view: View, byDefault: readonly string[], kind: string): View {
  const asked = textOf(ask, 'fields')
  return picked(view, asked === undefined ? [...byDefault] : partsOf(asked), kind)
}

function picked(view: View, names: string[], kind: string): View {
  const chosen: View = {}
  for (const name of new Set([...names, 'id'])) {
    const [, field = name, within] = /^(\w+)\{(.*)\}$/s.exec(name) ?? []
    if (!(field in view)) {
      if (field === 'id') continue
      throw refuse(100, { message: `Tried accessing nonexisting field (${field}) on node type (${kind})` })
    }
    const value = valueOf(view[field])
    if (value === undefined) continue
    chosen[field] = within !== undefined && isView(value) ? picked(value, partsOf(within), kind) : value
  }
  return chosen
}

/** Divides at the commas that are not within braces. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let [depth, part] = [0, '']
  for (const letter of text) {
    if (letter === '{') depth++
    if (letter === '}') depth--
    if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '')
}

const valueOf = (value: unknown): unknown => (typeof value === 'function' ? value() : value)

const isView = (value: unknown): value is View => typeof value === 'object' && value !== null && !Array.isArray(value)
