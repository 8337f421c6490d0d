import type { IntegrationView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { maskedEnding } from '#platform/security/masked'
import type { IntegrationRow } from './queue-integrations.repository.ts'

export function presentIntegration(row: IntegrationRow): IntegrationView {
  return {
    id: row.id,
    companyId: row.company_id,
    type: row.type,
    name: row.name,
    projectName: row.project_name,
    // The end of the file tells nothing.
    jsonContent: row.service_account ? maskedEnding('') : '',
    serviceAccount: row.service_account,
    language: row.language,
    location: row.location,
    urlN8N: row.url,
    typebotSlug: row.typebot_slug,
    typebotExpires: row.typebot_expires,
    typebotDelayMessage: row.typebot_delay,
    typebotKeywordFinish: row.typebot_keyword_finish,
    typebotKeywordRestart: row.typebot_keyword_restart,
    typebotUnknownMessage: row.typebot_unknown_message,
    typebotRestartMessage: row.typebot_restart_message,
    signingSecret: masked(row.signing_ending),
    authorization: masked(row.authorization_ending),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

/** For people who may choose it and not look into it: an address may be secret too. */
export function presentName(row: IntegrationRow): IntegrationView {
  return presentIntegration({
    ...row,
    project_name: '',
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
  })
}

/** A blank stands for a secret that is too short to show its end. */
const masked = (ending: string) => (ending ? maskedEnding(ending.trim()) : '')
