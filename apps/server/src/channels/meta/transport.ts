import { ExchangeFailed, type Transport } from '@guiche/meta'
import { type Outside, OutsideFailed, createOutside } from '#platform/outside/outside'
import type { Config } from '#platform/process/config'

/**
 * The way to Meta. It has rules of its own: the operator may name a Graph API in the own network, which users may not reach for
 * that.
 */
export function createOutsideOfMeta({ graphUrl }: { graphUrl: string }, rules: Config['outside']): Outside {
  return createOutside({ ...rules, insideHosts: [...rules.insideHosts, new URL(graphUrl).host] })
}

/** In ms. */
const connect = 5_000

/** In bytes. A hundred templates with cards and examples are more than answers of other services may be. */
const largestAnswer = 8 * 1024 * 1024

export const transportBy =
  (outside: Pick<Outside, 'ask'>): Transport =>
  async ({ method, url, headers, json, form, answerMs }) => {
    try {
      const answer = await outside.ask(url.href, {
        method,
        headers,
        json,
        ...(form && { stream: { type: form.type, content: form.bytes } }),
        times: { connect, whole: answerMs },
        most: largestAnswer,
      })
      return { status: answer.status, headers: answer.headers, text: answer.bytes.toString('utf8') }
    } catch (error) {
      throw new ExchangeFailed(error instanceof OutsideFailed && error.mayHaveArrived, { cause: error })
    }
  }
