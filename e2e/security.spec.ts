import { type Page, expect, test } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openTalk } from './support/talk.ts'

const server = serverOfFile()

test.describe('What the browser keeps (S72)', () => {
  /** Specification part 1, section 3: of the session, and of the browser. */
  const ofSession = ['token', 'public-token', 'companyId', 'userId', 'companyDueDate', 'profileImage']
  const ofBrowser = ['theme', 'language', 'volume', 'audioMessageRate', 'sendSignMessage']
  const said = { customer: 'Rita Moura', asked: 'Meu pedido 4711', answered: 'Sai amanhã cedo', note: 'Cliente antiga' }
  const draft = 'Ainda por mandar'
  const number = '5511987654321'

  const ends = {
    'by the person': async (page: Page) => {
      await page.getByRole('button', { name: 'Conta de Ana Prado' }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
    },
    'by a login elsewhere': async (page: Page, logInElsewhere: () => Promise<unknown>) => {
      const reloaded = page.waitForEvent('load')
      await logInElsewhere()
      await reloaded
    },
    'unheard of, until a call is refused': async (page: Page, logInElsewhere: () => Promise<unknown>) => {
      await page.route(/socket\.io/, (route) => route.abort())
      await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
      await page.reload()
      await expect(page.getByText(said.asked)).toBeVisible()
      await logInElsewhere()
      await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
    },
  }

  for (const [how, end] of Object.entries(ends)) {
    test(`is nothing of the work, once it has ended ${how}`, async ({ browser }) => {
      const { ana, person, company } = await openTalk(browser, server(), said.asked)
      const { page } = ana
      const admin = await logInByApi(server(), company.admin)
      await must(admin.call('POST', '/contacts', { name: 'Ivo Reis', number }))
      await ana.write(said.answered)
      await ana.writeNote(said.note)
      await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill(said.customer)
      await expect(ana.row(said.customer)).toBeVisible()
      await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
      await expect(page.getByRole('cell').getByText('Ivo Reis')).toBeVisible()
      await page.goBack()
      await page.getByRole('textbox', { name: 'Mensagem' }).fill(draft)

      const during = await keptBy(page)
      expect(Object.keys(during.local).filter((key) => ![...ofSession, ...ofBrowser].includes(key))).toEqual([])
      // R20: what is not sent yet, in this tab alone.
      expect(wordsIn(during, [...Object.values(said), number])).toEqual([])
      expect(JSON.stringify(during.session)).toContain(draft)
      expect(during.cookies.map(({ name }) => name)).toEqual(['jrt'])
      const tokens = [during.local['token'], during.local['public-token']].map(String)

      await end(page, () => logInByApi(server(), person))
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByLabel('E-mail')).toBeVisible()

      const after = await keptBy(page)
      expect(Object.keys(after.local).filter((key) => !ofBrowser.includes(key))).toEqual([])
      expect(wordsIn(after, [...Object.values(said), number, draft, ...tokens])).toEqual([])
      // A cookie that no script can read goes when the server is asked; until then it opens nothing.
      if (how === 'by the person') expect(after.cookies).toEqual([])
      const renewal = await page.request.post(`${server().url}/auth/refresh_token`, {
        headers: { origin: server().url },
      })
      expect(renewal.status()).toBe(401)
      expect(await page.context().cookies()).toEqual([])

      await page.goBack()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByText(said.asked)).toHaveCount(0)
    })
  }

  test('is nobody else’s, in a tab that slept while one left and another came', async ({ browser }) => {
    const { ana, company, visitor, queue } = await openTalk(browser, server(), said.asked)
    const bia = await company.attendant('Bia Costa', [queue])
    const { page } = ana
    const ticket = page.url()
    await page.route(/\/messages\/\d+$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await ana.write(said.answered)
    await page.getByRole('textbox', { name: 'Mensagem' }).fill(draft)
    expect(wordsIn(await keptBy(page), [said.answered, draft])).toEqual([said.answered, draft])
    await page.goto('about:blank')
    await page.unroute(/\/messages\/\d+$/)

    const other = await page.context().newPage()
    await other.goto(`${server().url}/tickets`)
    await ends['by the person'](other)
    await logIn(other, server(), bia)
    await page.goto(ticket)
    await expect(page.getByRole('button', { name: 'Conta de Bia Costa' })).toBeVisible()

    expect(wordsIn(await keptBy(page), [said.answered, draft])).toEqual([])
    await visitor.write('Alô?')
    await expect(visitor.message(said.answered)).toHaveCount(0)
  })
})

interface Kept {
  local: Record<string, string>
  session: Record<string, string>
  databases: unknown[]
  caches: string[]
  cookies: { name: string; value: string }[]
}

async function keptBy(page: Page): Promise<Kept> {
  const kept = await page.evaluate<Omit<Kept, 'cookies'>>(`(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))()`)
  return { ...kept, cookies: await page.context().cookies() }
}

const wordsIn = (kept: Kept, words: string[]) => {
  const text = JSON.stringify(kept)
  return words.filter((word) => text.includes(JSON.stringify(word).slice(1, -1)))
}
