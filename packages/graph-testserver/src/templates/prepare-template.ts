import { z } from 'zod'
import type { PhoneNumber } from '../business/phone-number.ts'
import { obeying } from '../refusals/obey.ts'
import { refuse } from '../refusals/refuse.ts'
import { checkText, namesAndValues } from './fill-in.ts'
import { type Parameter, ParameterRule } from './parameter-rules.ts'
import type { Template } from './template.ts'
import { filled, variablesIn } from './variables.ts'

const Sent = z.object({
  name: z.string().min(1),
  language: z.object({ code: z.string().min(1) }),
  components: z
    .array(
      z.object({
        type: z.string().transform((type) => type.toLowerCase()),
        sub_type: z.string().optional(),
        index: z.coerce.number().int().optional(),
        parameters: z.array(ParameterRule).default([]),
      }),
    )
    .default([]),
})

type SentTemplate = z.output<typeof Sent>

interface Prepared {
  template: Template
  /** The body with its variables filled in. */
  rendered: string
  content: Record<string, unknown>
}

/** Finds the template and fills it in, or refuses what does not fit it. */
export function prepareTemplate(number: PhoneNumber, content: unknown, isByNumber: boolean): Prepared {
  if (content === undefined) throw refuse(131008, { details: "Parameter 'template' is missing." })
  const sent = obeying(Sent, content, ['template'])
  const template = find(number, sent)
  if (template.category === 'AUTHENTICATION' && !isByNumber)
    throw refuse(131062, { details: 'Authentication templates need a phone number.' })
  checkHeader(template, sent)
  const rendered = fillBody(template, parametersOf(sent, 'body'))
  checkButtons(template, sent)
  return { template, rendered, content: { ...sent, quickReplies: quickRepliesOf(template, sent) } }
}

function find({ account }: PhoneNumber, { name, language: { code } }: SentTemplate): Template {
  const template = account.templates.find((one) => one.name === name && one.language === code)
  if (template?.status === 'PAUSED') throw refuse(132015, { details: `template name (${name}) is paused` })
  if (template?.status === 'DISABLED') throw refuse(132016, { details: `template name (${name}) is disabled` })
  if (template?.status !== 'APPROVED')
    throw refuse(132001, { details: `template name (${name}) does not exist in ${code}` })
  return template
}

const parametersOf = ({ components }: SentTemplate, type: string): Parameter[] =>
  components.filter((one) => one.type === type).flatMap(({ parameters }) => parameters)

function checkHeader(template: Template, sent: SentTemplate): void {
  const header = template.component('HEADER')
  const parameters = parametersOf(sent, 'header')
  if (header?.format === 'TEXT') {
    namesAndValues(variablesIn(header.text ?? ''), parameters, template.format, 'header')
    return
  }
  const wanted = header?.format.toLowerCase()
  if (wanted === undefined && parameters.length === 0) return
  const [given] = parameters
  if (parameters.length !== (wanted === undefined ? 0 : 1))
    throw refuse(132000, {
      details: `header: number of parameters (${parameters.length}) does not match the expected number`,
    })
  if (given?.type !== wanted)
    throw refuse(132012, { details: `header: format mismatch, expected ${wanted}, received ${given?.type}` })
}

function fillBody(template: Template, parameters: Parameter[]): string {
  const text = template.component('BODY')?.text ?? ''
  const values = namesAndValues(variablesIn(text), parameters, template.format, 'body')
  const rendered = filled(text, values)
  if (rendered.length > 1024) throw refuse(132005, { details: 'body: the translated text is too long' })
  return rendered
}

function checkButtons(template: Template, sent: SentTemplate): void {
  const buttons = template.component('BUTTONS')?.buttons ?? []
  for (const { type, index, sub_type, parameters } of sent.components) {
    if (type !== 'button') continue
    const button = buttons[index ?? -1]
    if (!button || button.type.toLowerCase() !== sub_type?.toLowerCase())
      throw refuse(132012, { details: `button ${index}: there is no ${sub_type} at this place` })
    for (const parameter of parameters) if (parameter.type === 'text') checkText(parameter.text, `button ${index}`)
  }
  buttons.forEach((button, at) => {
    if (button.type !== 'URL' || variablesIn(button.url).length === 0) return
    const given = sent.components.find(({ type, index }) => type === 'button' && index === at)
    if (given?.parameters.length !== 1)
      throw refuse(132000, { details: `button ${at}: the address needs one parameter` })
  })
}

function quickRepliesOf(template: Template, { components }: SentTemplate) {
  return (template.component('BUTTONS')?.buttons ?? []).flatMap((button, at) => {
    if (button.type !== 'QUICK_REPLY') return []
    const [given] = components.find(({ type, index }) => type === 'button' && index === at)?.parameters ?? []
    return { text: button.text, payload: given?.type === 'payload' ? given.payload : button.text }
  })
}
