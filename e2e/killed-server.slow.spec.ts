import { expect, test } from '@playwright/test'
import { serverOfFile } from './support/server.ts'
import { openTalk } from './support/talk.ts'

const server = serverOfFile()

const cases = [
  { what: 'The server is', withDatabase: false },
  { what: 'The server and its database are', withDatabase: true },
]

for (const { what, withDatabase } of cases) {
  test(`${what} killed during a conversation: all messages arrive once and in order`, async ({ browser }) => {
    const { ana, visitor } = await openTalk(browser, server(), 'Pergunta 1')
    await ana.write('Resposta 1')
    await expect(visitor.message('Resposta 1')).toBeVisible()

    const talk = Promise.all([
      inOrder([2, 3, 4, 5, 6, 7, 8], (n) => visitor.write(`Pergunta ${n}`)),
      inOrder([2, 3, 4, 5, 6, 7, 8], (n) => ana.write(`Resposta ${n}`)),
    ])
    await expect(visitor.message('Pergunta 3')).toBeVisible()
    await server().kill({ withDatabase })
    await talk
    await server().startAgain()

    const asked = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Pergunta ${n}`)
    const answered = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Resposta ${n}`)
    const logs = [visitor.page.getByRole('log'), ana.conversation]
    // Only rows in sight are in the page.
    for (const { page } of [visitor, ana]) await page.setViewportSize({ width: 1280, height: 1600 })
    for (const log of logs) {
      await expect.poll(async () => wordsIn(await log.innerText(), /Pergunta \d/g), { timeout: 30_000 }).toEqual(asked)
      await expect
        .poll(async () => wordsIn(await log.innerText(), /Resposta \d/g), { timeout: 30_000 })
        .toEqual(answered)
    }
    for (const text of asked) await visitor.expectTick(text, 'Lida')
    for (const text of answered) await ana.expectTick(text, 'Lida')

    await Promise.all([visitor.page.reload(), ana.page.reload()])
    for (const log of logs) {
      await expect.poll(async () => wordsIn(await log.innerText(), /Pergunta \d/g)).toEqual(asked)
      await expect.poll(async () => wordsIn(await log.innerText(), /Resposta \d/g)).toEqual(answered)
    }
  })
}

async function inOrder(numbers: number[], write: (n: number) => Promise<void>): Promise<void> {
  for (const n of numbers) await write(n)
}

const wordsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([word]) => word)
