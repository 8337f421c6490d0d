import type { BotServer } from '@guiche/bot-testserver'

/** After each test: the services were asked nothing that they do not know, and had no errors. */
export function assertNoProblems({ problems }: BotServer): void {
  if (problems.length > 0) throw new Error(`the services had problems: ${JSON.stringify(problems)}`)
}
