import type { Deps } from '#platform/deps'
import type { Units } from '#platform/database/unit-of-work'
import { AnswerFailed, type Answer, type Answerer, type Asked } from '#modules/exchanges'
import { type Integration, findUsable, readIntegration } from '#modules/queue-integrations'
import { answerByDialogflow } from './answer-by-dialogflow.ts'
import { type GoogleTokens, createGoogleTokens } from './dialogflow/tokens.ts'
import { answerByHook } from './answer-by-hook.ts'
import { answerByTypebot } from './answer-by-typebot.ts'

/** Where Google is, if not at its documented addresses. The operator's choice (S58). */
export interface GoogleAddresses {
  readonly dialogflow: string | undefined
  readonly token: string | undefined
}

/** Asks an integration, whether it is stored or only tried. */
export type AskIntegration = (integration: Integration, asked: Asked) => Promise<Answer>

export function createAskIntegration({ dialogflow, token }: GoogleAddresses): AskIntegration {
  const tokens: GoogleTokens = createGoogleTokens(token ?? 'https://oauth2.googleapis.com/token')
  return async (integration, asked) => {
    switch (integration.row.type) {
      case 'typebot':
        return answerByTypebot(integration, asked)
      case 'n8n':
      case 'webhook':
        return answerByHook(integration, asked)
      case 'dialogflow':
        return answerByDialogflow(integration, asked, { url: dialogflow, tokens })
    }
  }
}

/** In ms: two calls of Typebot and Dialogflow, three tries of a webhook with their pauses. */
const timeLimits = { typebot: 30_000, n8n: 35_000, webhook: 35_000, dialogflow: 30_000 } as const

export function integrationAnswerer(
  { units, keys }: Pick<Deps, 'keys'> & { units: Units },
  askIntegration: AskIntegration,
): Answerer {
  return {
    kind: 'integration',
    find: async (ctx, id) => {
      const integration = await findUsable(ctx, id)
      if (!integration) return undefined
      const { name, type } = integration
      return { name, timeLimit: timeLimits[type], fallback: '', queueId: null }
    },
    answer: async (asked) => {
      const { companyId, answererId } = asked
      const integration = await units.read({ kind: 'system', companyId }, (ctx) =>
        readIntegration(ctx, keys.secretsAtRest, answererId),
      )
      if (!integration) throw new AnswerFailed('badAnswer', 'the integration was deleted')
      return askIntegration(integration, asked)
    },
  }
}
