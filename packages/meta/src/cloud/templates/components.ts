import {
  type TemplateButton,
  type TemplateContents,
  type TemplateHeader,
  type TemplateParts,
  formatOfDraft,
  templateVariables,
  variablesOf,
} from '@guiche/contract'
import { z } from 'zod'

const named = z
  .array(z.object({ param_name: z.string(), example: z.string() }))
  .optional()
  .catch(undefined)

/** Everything that is not looked at may have any form. */
const Component = z.object({
  type: z.string().transform((type) => type.toUpperCase()),
  format: z.string().optional().catch(undefined),
  text: z.string().default('').catch(''),
  example: z
    .object({
      header_text: z.array(z.string()).optional().catch(undefined),
      header_text_named_params: named,
      body_text: z.array(z.array(z.string())).optional().catch(undefined),
      body_text_named_params: named,
    })
    .optional()
    .catch(undefined),
  buttons: z.array(z.unknown()).optional().catch(undefined),
  cards: z
    .array(z.object({ components: z.unknown() }))
    .optional()
    .catch(undefined),
})
type Component = z.output<typeof Component>

const Button = z.object({
  type: z.string().transform((type) => type.toUpperCase()),
  text: z.string().default('').catch(''),
  url: z.string().default('').catch(''),
  phone_number: z.string().default('').catch(''),
  example: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .optional()
    .catch(undefined),
})
type Button = z.output<typeof Button>

export interface ReadTemplate {
  parts: TemplateParts
  /** By the keys of the variables. */
  examples: Record<string, string>
  /** Of a carousel. */
  cards: Omit<TemplateParts, 'footer'>[]
  /** False: it has parts that we do not know, or that need more than a text when it is sent. */
  isWhole: boolean
}

const formats: Record<string, TemplateHeader> = {
  IMAGE: { kind: 'image' },
  VIDEO: { kind: 'video' },
  DOCUMENT: { kind: 'document' },
  LOCATION: { kind: 'location' },
}

/** Buttons that can be sent without parameters, although we cannot make them. */
const simpleButtons = ['REQUEST_CONTACT_INFO', 'VOICE_CALL']
const knownComponents = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']

/** What Meta's list of components means. */
export function readComponents(components: unknown): ReadTemplate {
  const all = z.array(Component.or(z.unknown().transform(() => undefined))).safeParse(components).data ?? []
  const known = all.filter((one): one is Component => one !== undefined)
  const find = (type: string) => known.find((one) => one.type === type)
  const [ofHeader, ofBody] = [find('HEADER'), find('BODY')]
  const given = (find('BUTTONS')?.buttons ?? []).map((one) => Button.safeParse(one).data)
  const buttons = given.map(buttonOf)
  const header = ofHeader ? headerOf(ofHeader) : null
  const parts = { header, body: ofBody?.text ?? '', footer: find('FOOTER')?.text ?? '', buttons }
  const isWhole =
    known.length === all.length &&
    known.every(({ type }) => knownComponents.includes(type)) &&
    (!ofHeader || header !== null) &&
    // A place has no form of its own here.
    header?.kind !== 'location' &&
    parts.body !== '' &&
    given.every((one, at) => buttons[at]?.kind !== 'other' || simpleButtons.includes(one?.type ?? ''))
  return { parts, examples: examplesIn(parts, { ofHeader, ofBody, given }), cards: cardsIn(find('CAROUSEL')), isWhole }
}

function cardsIn(carousel: Component | undefined): ReadTemplate['cards'] {
  return (carousel?.cards ?? []).map(({ components }) => {
    const { header, body, buttons } = readComponents(components).parts
    return { header, body, buttons }
  })
}

function headerOf({ format = 'TEXT', text }: Component): TemplateHeader | null {
  return format.toUpperCase() === 'TEXT' ? { kind: 'text', text } : (formats[format.toUpperCase()] ?? null)
}

function buttonOf(button: Button | undefined): TemplateButton {
  const { type, text, url, phone_number: number } = button ?? { type: '', text: '', url: '', phone_number: '' }
  if (type === 'QUICK_REPLY') return { kind: 'reply', text }
  if (type === 'URL') return { kind: 'url', text, url }
  if (type === 'COPY_CODE') return { kind: 'copy', text }
  return type === 'PHONE_NUMBER' ? { kind: 'phone', text, number } : { kind: 'other', text }
}

interface Given {
  ofHeader: Component | undefined
  ofBody: Component | undefined
  given: (Button | undefined)[]
}

function examplesIn(parts: TemplateParts, { ofHeader, ofBody, given }: Given): Record<string, string> {
  const places = { header: 0, body: 0 }
  const found = variablesOf(parts).flatMap(({ key, name, place, index }) => {
    if (place === 'button' || place === 'code') {
      const button = index === null ? undefined : given[index]
      const [example] = button?.example ?? []
      return example === undefined ? [] : [[key, endingOf(example, button?.url ?? '')] as const]
    }
    const at = places[place]++
    const { example } = (place === 'header' ? ofHeader : ofBody) ?? {}
    const byName = place === 'header' ? example?.header_text_named_params : example?.body_text_named_params
    const inOrder = place === 'header' ? example?.header_text : example?.body_text?.[0]
    const value = byName?.find(({ param_name }) => param_name === name)?.example ?? inOrder?.[at]
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(found)
}

/** The example is the whole address. What stands for the variable is what comes after its fixed part. */
function endingOf(example: string, url: string): string {
  const fixed = url.slice(0, url.indexOf('{{'))
  return example.startsWith(fixed) ? example.slice(fixed.length) : example
}

/** As Meta wants them. `handle`: of the example of a header with a file. */
export function componentsOf(
  contents: Pick<TemplateContents, 'header' | 'body' | 'footer' | 'buttons' | 'examples'>,
  handle: string | undefined,
): object[] {
  const { header, body, footer, buttons, examples } = contents
  const isNamed = formatOfDraft(contents) === 'named'
  const inBody = templateVariables(body).map((name) => ({ param_name: name, example: examples[`body:${name}`] ?? '' }))
  const example = isNamed ? { body_text_named_params: inBody } : { body_text: [inBody.map((one) => one.example)] }
  return [
    ...(header ? [headerComponent(header, { examples, isNamed, handle })] : []),
    { type: 'BODY', text: body, ...(inBody.length > 0 && { example }) },
    ...(footer === '' ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0
      ? []
      : [
          {
            type: 'BUTTONS',
            buttons: inOrder(buttons).map(([button, at]) => buttonComponent(button, examples[`button:${at}`])),
          },
        ]),
  ]
}

interface Sample {
  examples: Readonly<Record<string, string>>
  isNamed: boolean
  handle: string | undefined
}

function headerComponent(header: TemplateHeader, { examples, isNamed, handle }: Sample): object {
  if (header.kind === 'location') return { type: 'HEADER', format: 'LOCATION' }
  if (header.kind !== 'text')
    return { type: 'HEADER', format: header.kind.toUpperCase(), example: { header_handle: handle ? [handle] : [] } }
  const [name] = templateVariables(header.text)
  const base = { type: 'HEADER', format: 'TEXT', text: header.text }
  if (name === undefined) return base
  const example = examples[`header:${name}`] ?? ''
  if (isNamed) return { ...base, example: { header_text_named_params: [{ param_name: name, example }] } }
  return { ...base, example: { header_text: [example] } }
}

type MadeButton = TemplateContents['buttons'][number]

/** Meta refuses lists in which answers and other buttons alternate. The order within both stays. */
function inOrder(buttons: readonly MadeButton[]): [MadeButton, number][] {
  const all = buttons.map((button, at): [MadeButton, number] => [button, at])
  const isReply = ([{ kind }]: [MadeButton, number]) => kind === 'reply'
  return [...all.filter(isReply), ...all.filter((one) => !isReply(one))]
}

function buttonComponent(button: MadeButton, example: string | undefined): object {
  const { text } = button
  if (button.kind === 'reply') return { type: 'QUICK_REPLY', text }
  if (button.kind === 'phone') return { type: 'PHONE_NUMBER', text, phone_number: button.number.replace('+', '') }
  const { url } = button
  return {
    type: 'URL',
    text,
    url,
    ...(templateVariables(url).length > 0 && { example: [addressWith(url, example ?? '')] }),
  }
}

/** Meta wants the whole address as the example. Some give only what comes in the place of the variable. */
function addressWith(url: string, example: string): string {
  return /^https?:\/\//.test(example) ? example : url.replace(/\{\{.*$/, () => example)
}
