import { randomBytes } from 'node:crypto'
import type { IntegrationBody } from '@guiche/contract'
import type { z } from 'zod'
import { badRequest } from '#platform/errors'
import { endingOf, keptSecret } from '#platform/security/masked'
import type { IntegrationRow, IntegrationValues } from './queue-integrations.repository.ts'
import { type IntegrationSecrets, noSecrets } from './secrets.ts'
import { assertServiceAccount } from './service-account.ts'

type Body = z.output<typeof IntegrationBody>
export type IntegrationChange = { [K in keyof Body]?: Body[K] | undefined }

export interface Stored {
  row: IntegrationRow
  secrets: IntegrationSecrets
}

interface Completed {
  values: IntegrationValues
  secrets: IntegrationSecrets
}

/**
 * An integration as it is after a change: with what is stored already, and without what its type does not have. Throws if
 * something is missing that its type needs.
 */
export function completeIntegration(change: IntegrationChange, stored: Stored | undefined): Completed {
  const type = change.type ?? stored?.row.type ?? 'typebot'
  // What belongs to another type is not taken over.
  const before = stored?.row.type === type ? stored : undefined
  const name = change.name ?? stored?.row.name ?? ''
  const common = { ...nothing, type, name, project_name: name }
  switch (type) {
    case 'typebot':
      return { values: { ...common, ...typebotOf(change, before) }, secrets: noSecrets }
    case 'n8n':
    case 'webhook':
      return hookOf(change, before, common)
    case 'dialogflow':
      return dialogflowOf(change, before, common)
  }
}

const nothing = {
  language: '',
  location: '',
  url: '',
  typebot_slug: '',
  typebot_expires: 0,
  typebot_delay: 0,
  typebot_keyword_finish: '',
  typebot_keyword_restart: '',
  typebot_unknown_message: '',
  typebot_restart_message: '',
  service_account: '',
  signing_ending: '',
  authorization_ending: '',
} as const

function typebotOf(change: IntegrationChange, before: Stored | undefined) {
  const row = before?.row
  return {
    url: needed('urlN8N', change.urlN8N ?? row?.url),
    typebot_slug: needed('typebotSlug', change.typebotSlug ?? row?.typebot_slug),
    typebot_expires: change.typebotExpires ?? row?.typebot_expires ?? 1,
    typebot_delay: change.typebotDelayMessage ?? row?.typebot_delay ?? 1000,
    typebot_keyword_finish: change.typebotKeywordFinish ?? row?.typebot_keyword_finish ?? '',
    typebot_keyword_restart: change.typebotKeywordRestart ?? row?.typebot_keyword_restart ?? '',
    typebot_unknown_message: change.typebotUnknownMessage ?? row?.typebot_unknown_message ?? '',
    typebot_restart_message: change.typebotRestartMessage ?? row?.typebot_restart_message ?? '',
  }
}

function hookOf(change: IntegrationChange, before: Stored | undefined, common: IntegrationValues): Completed {
  const url = needed('urlN8N', change.urlN8N ?? before?.row.url)
  // Who may change the address must not get the password of the server that it led to.
  const isSameServer = before !== undefined && originOf(before.row.url) === originOf(url)
  const authorization = keptSecret(change.authorization, isSameServer ? before.secrets.authorization : '')
  assertHeader(authorization)
  const signingSecret =
    keptSecret(change.signingSecret, before?.secrets.signingSecret ?? '') || randomBytes(24).toString('hex')
  return {
    values: {
      ...common,
      url,
      signing_ending: endingOf(signingSecret),
      authorization_ending: authorization && (endingOf(authorization) || ' '),
    },
    secrets: { ...noSecrets, signingSecret, authorization },
  }
}

function dialogflowOf(change: IntegrationChange, before: Stored | undefined, common: IntegrationValues): Completed {
  const json = needed('jsonContent', keptSecret(change.jsonContent, before?.secrets.serviceAccount ?? ''))
  const account = assertServiceAccount(json)
  const project = (change.projectName ?? before?.row.project_name ?? '') || account.project_id
  const location = change.location ?? before?.row.location ?? ''
  // Both become parts of addresses.
  if (!/^[a-z\d:.-]+$/i.test(project)) throw invalid('projectName', 'invalid')
  if (!/^[a-z\d-]*$/.test(location)) throw invalid('location', 'invalid')
  return {
    values: {
      ...common,
      project_name: project,
      language: (change.language ?? before?.row.language ?? '') || 'pt-BR',
      location,
      service_account: account.client_email,
    },
    secrets: { ...noSecrets, serviceAccount: json },
  }
}

function needed(field: keyof Body, value: string | undefined): string {
  if (!value) throw invalid(field, 'required')
  return value
}

/** A line break would begin another header. */
function assertHeader(value: string): void {
  if (!/^[\x20-\x7e]*$/.test(value)) throw invalid('authorization', 'invalid')
}

const invalid = (field: keyof Body, message: string) =>
  badRequest('ERR_VALIDATION', { issues: [{ path: `body.${field}`, message }] })

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
