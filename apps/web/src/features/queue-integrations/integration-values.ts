import {
  IntegrationBody,
  type IntegrationType,
  type IntegrationView,
  integrationLanguages,
  integrationTypes,
} from '@guiche/contract'
import i18next from 'i18next'
import { rulesOf } from '../../lib/form-rules.ts'
import { randomId } from '../../lib/uuid.ts'

/** What the dialog edits: the fields of all types. A number that is being edited may be empty. */
export type IntegrationValues = {
  type: IntegrationType
  name: string
  urlN8N: string
  typebotSlug: string
  typebotExpires: number | string
  typebotDelayMessage: number | string
  typebotKeywordFinish: string
  typebotKeywordRestart: string
  typebotUnknownMessage: string
  typebotRestartMessage: string
  /** Of stored secrets their masks, which are sent back as they are. */
  signingSecret: string
  authorization: string
  projectName: string
  location: string
  language: string
  jsonContent: string
}

export const valuesOf = (integration: IntegrationView | undefined): IntegrationValues => ({
  type: integration?.type ?? 'typebot',
  name: integration?.name ?? '',
  urlN8N: integration?.urlN8N ?? '',
  typebotSlug: integration?.typebotSlug ?? '',
  ...numbersOf(integration),
  typebotKeywordFinish: integration?.typebotKeywordFinish ?? '',
  typebotKeywordRestart: integration?.typebotKeywordRestart ?? '',
  typebotUnknownMessage: integration?.typebotUnknownMessage ?? '',
  typebotRestartMessage: integration?.typebotRestartMessage ?? '',
  // A new one is shown until it is saved, so that it can be copied into the flow.
  signingSecret: integration?.signingSecret || `${randomId()}${randomId()}`.replaceAll('-', ''),
  authorization: integration?.authorization ?? '',
  projectName: integration?.type === 'dialogflow' ? integration.projectName : '',
  location: integration?.location ?? '',
  language: integration?.language || 'pt-BR',
  jsonContent: integration?.jsonContent ?? '',
})

/** The documented defaults, also for an integration that was of another type. */
const numbersOf = (integration: IntegrationView | undefined) =>
  integration?.type === 'typebot'
    ? { typebotExpires: integration.typebotExpires, typebotDelayMessage: integration.typebotDelayMessage }
    : { typebotExpires: 1, typebotDelayMessage: 1000 }

const fieldsOf: Readonly<Record<IntegrationType, readonly (keyof IntegrationValues)[]>> = {
  typebot: [
    'urlN8N',
    'typebotSlug',
    'typebotExpires',
    'typebotDelayMessage',
    'typebotKeywordFinish',
    'typebotKeywordRestart',
    'typebotUnknownMessage',
    'typebotRestartMessage',
  ],
  n8n: ['urlN8N', 'signingSecret', 'authorization'],
  webhook: ['urlN8N', 'signingSecret', 'authorization'],
  dialogflow: ['projectName', 'location', 'language', 'jsonContent'],
}

const needed: Readonly<Record<IntegrationType, readonly (keyof IntegrationValues)[]>> = {
  typebot: ['urlN8N', 'typebotSlug'],
  n8n: ['urlN8N'],
  webhook: ['urlN8N'],
  dialogflow: ['jsonContent'],
}

/** What is sent: type, name, and what the type has. */
export function bodyOf(values: IntegrationValues) {
  const { typebotExpires, typebotDelayMessage, language, ...texts } = values
  const all = {
    ...texts,
    typebotExpires: Number(typebotExpires),
    typebotDelayMessage: Number(typebotDelayMessage),
    language: integrationLanguages.find((code) => code === language) ?? 'pt-BR',
  }
  const sent = new Set<string>(['type', 'name', ...fieldsOf[values.type]])
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => sent.has(name)))
  return { ...(fields as Partial<typeof all>), type: values.type, name: values.name }
}

const check = rulesOf(IntegrationBody)

/** Errors of fields that are not shown would keep the dialog from being saved. */
export function rules(values: IntegrationValues): Record<string, string> {
  const shown = new Set<string>(['name', ...fieldsOf[values.type]])
  const found = Object.fromEntries(Object.entries(check(values)).filter(([name]) => shown.has(name)))
  for (const name of needed[values.type])
    if (String(values[name]).trim() === '') found[name] = i18next.t('ui.form.required')
  return found
}

export const isType = (type: string | null): type is IntegrationType => integrationTypes.some((one) => one === type)
