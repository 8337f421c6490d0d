import { type Page, expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { watchForInjection } from './support/canary.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { enterChat } from './support/visitor.ts'

/** With and without the content security policy: escaping must not depend on the policy alone. */
for (const bypassCSP of [false, true]) {
  test(`User input is only ever shown as text, ${bypassCSP ? 'without' : 'with'} the content security policy (S43)`, async ({
    browser,
    server,
  }) => {
    test.setTimeout(240_000)
    const company = await createCompany(server, hostile('Casa'))
    const queue = await company.queue(hostile('Fila'))
    const person = await company.attendant(hostile('Ana'), [queue])
    const webChat = await company.webChat([queue], { name: hostile('Chat'), greetingMessage: hostile('Oi') })
    const canary = await watchForInjection(browser, { bypassCSP, reducedMotion: 'reduce' })
    const { call } = await logInByApi(server, company.admin)
    const tag = await must<{ id: number }>(call('POST', '/tags', { name: hostile('Tag') }))
    await must(call('POST', '/quick-messages', { shortcode: hostile('Oi'), message: hostile('Texto'), geral: true }))
    for (const [index, name] of names.entries())
      await must(call('POST', '/contacts', { name, number: `551198765432${index}` }))

    const visitor = await enterChat(await canary.page(), server, webChat, hostile('Rita'))
    await test.step('from the visitor', async () => {
      await expect(visitor.page.getByText(hostile('Oi'))).toBeVisible()
      const field = visitor.page.getByRole('textbox', { name: 'Mensagem' })
      for (const { sent, shown } of lines) {
        await field.fill(sent)
        await field.press('Enter')
        await expect(visitor.message(shown)).toBeVisible()
      }
      const choosing = visitor.page.waitForEvent('filechooser')
      await visitor.page.getByRole('button', { name: 'Anexar' }).click()
      await (await choosing).setFiles({ name: fileName, mimeType: 'text/plain', buffer: Buffer.from('Oi') })
      await visitor.write(hostile('Veja'))
      await expect(visitor.message(hostile('Veja'))).toContainText('svg onload=pwned=1')
      await canary.expectSilent(visitor.page)
    })

    const ana = deskOn(await canary.page())
    const { page } = ana
    await test.step('to the attendant', async () => {
      await logIn(page, server, person)
      await ana.tab('Aguardando').click()
      await expect(ana.row(hostile('Rita'))).toContainText(hostile('Fila'))
      await ana.open(hostile('Rita'))
      const bar = page.getByText(/Aceite para responder/)
      await expect(bar).toContainText(hostile('Rita'))
      await expect(bar).toContainText(hostile('Fila'))
      await canary.expectSilent(page)
      await ana.accept(hostile('Rita'))
      for (const { shown } of lines) await expect(ana.message(shown)).toBeVisible()
      await expect(ana.message(hostile('Veja'))).toContainText('svg onload=pwned=1')
      await canary.expectSilent(page)
    })

    await test.step('and back', async () => {
      await ana.writeNote(hostile('Nota'))
      await ana.replyTo(hostile('Veja'), hostile('Vi'))
      await expect(visitor.message(hostile('Vi'))).toContainText(hostile('Veja'))
      await expect(visitor.page.getByText(`${hostile('Ana')} entrou na conversa`)).toBeVisible()
      await canary.expectSilent(visitor.page)
    })

    await test.step('about the contact', async () => {
      const { tickets } = await must<{ tickets: { id: number; contactId: number }[] }>(
        call('GET', '/tickets?status=open&showAll=true'),
      )
      const [{ id, contactId } = { id: 0, contactId: 0 }] = tickets
      await must(call('POST', '/tags/sync', { contactId, ticketId: id, tags: [tag] }))
      const extraInfo = [{ name: hostile('Campo'), value: hostile('Valor') }]
      await must(call('PUT', `/contacts/${contactId}`, { extraInfo }))
      await must(call('POST', '/ticket-notes', { contactId, ticketId: id, note: hostile('Obs') }))
      await page.reload()
      await page.getByRole('button', { name: `Dados do contato ${hostile('Rita')}` }).click()
      const drawer = page.getByRole('complementary', { name: 'Dados do contato' })
      for (const what of ['Rita', 'Tag', 'Campo', 'Valor', 'Obs']) {
        await expect(drawer.getByText(hostile(what)).first()).toBeVisible()
      }
      await canary.expectSilent(page)
      await page.keyboard.press('t')
      await expect(page.getByRole('dialog')).toContainText(
        `${hostile('Rita')} #${id}, agora com ${hostile('Ana')} na fila`,
      )
      await canary.expectSilent(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('Rita')
      await expect(
        page
          .getByRole('option')
          .filter({ hasText: hostile('Rita') })
          .first(),
      ).toBeVisible()
      await canary.expectSilent(page)
    })

    await test.step('in the back office', async () => {
      const office = await canary.page()
      await logIn(office, server, company.admin)
      const screens = {
        '/contacts': [...names, hostile('Rita'), hostile('Tag')],
        '/tags': [hostile('Tag')],
        '/quick-messages': [`/${hostile('Oi')}`, hostile('Texto')],
        '/queues': [hostile('Fila')],
        '/connections': [hostile('Chat')],
        '/users': [hostile('Ana'), hostile('Fila')],
      }
      for (const [path, texts] of Object.entries(screens)) {
        await office.goto(server.url + path)
        for (const text of texts) await expect(office.getByRole('main').getByText(text).first()).toBeVisible()
        await canary.expectSilent(office)
      }
      await expect(office.getByRole('banner')).toContainText(hostile('Casa'))
    })
  })
}

/** Short enough for a name; the <b> would look like markup of the product. */
const hostile = (what: string) => `${what}<b>b</b><img src=/canary onerror=pwned=1>`
const names = [
  '<script>pwned=1</script>',
  '"><svg/onload=pwned=1>',
  'javascript:pwned=1',
  '{{number}} $t(ui.close) ${pwned=1}',
]
/** U+202E reverses the text that follows it. */
const fileName = '<svg onload=pwned=1>\u202e.txt'

const lines = [
  '<script>pwned=1</script>',
  '"><svg/onload=pwned=1>',
  'javascript:pwned=1 data:text/html,<script>pwned=1</script>',
  '[x](javascript:pwned=1) <a href=javascript:pwned=1>x</a>',
  'https://exemplo.test/?"onmouseover="pwned=1',
  '{{constructor.constructor("pwned=1")()}} $t(ui.close) ${pwned=1}',
]
  .map((text) => ({ sent: text, shown: text }))
  .concat([
    { sent: '*<b onmouseover=pwned=1>x</b>*', shown: '<b onmouseover=pwned=1>x</b>' },
    {
      sent: '```<iframe srcdoc="<script>top.pwned=1</script>">```',
      shown: '<iframe srcdoc="<script>top.pwned=1</script>">',
    },
  ])

test.describe('Browser storage (S72)', () => {
  /** docs/requirements/workspace.md, section 3: keys of the session; `ofBrowser` has those that outlive it. */
  const ofSession = ['token', 'public-token', 'companyId', 'userId', 'companyDueDate', 'profileImage']
  const ofBrowser = ['theme', 'language', 'volume', 'audioMessageRate', 'sendSignMessage', 'listPlaces']
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
    test(`holds no work data after the session has ended ${how}`, async ({ browser, server }) => {
      const { ana, person, company } = await openTalk(browser, server, said.asked)
      const { page } = ana
      const admin = await logInByApi(server, company.admin)
      await must(admin.call('POST', '/contacts', { name: 'Ivo Reis', number }))
      await ana.write(said.answered)
      await ana.writeNote(said.note)
      await page.getByRole('searchbox', { name: 'Buscar tickets' }).fill(said.customer)
      await expect(ana.row(said.customer)).toBeVisible()
      await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
      await expect(page.getByRole('cell').getByText('Ivo Reis')).toBeVisible()
      await page.goBack()
      await page.getByRole('textbox', { name: 'Mensagem' }).fill(draft)

      // R20: unsent drafts are kept for this tab only, and a message until the server has acknowledged it.
      await expect.poll(async () => wordsIn(await keptBy(page), [...Object.values(said), number])).toEqual([])
      const during = await keptBy(page)
      expect(Object.keys(during.local).filter((key) => ![...ofSession, ...ofBrowser].includes(key))).toEqual([])
      expect(JSON.stringify(during.session)).toContain(draft)
      expect(during.cookies.map(({ name }) => name)).toEqual(['jrt'])
      const tokens = [during.local['token'], during.local['public-token']].map(String)

      await end(page, () => logInByApi(server, person))
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByLabel('E-mail')).toBeVisible()

      const after = await keptBy(page)
      expect(Object.keys(after.local).filter((key) => !ofBrowser.includes(key))).toEqual([])
      expect(wordsIn(after, [...Object.values(said), number, draft, ...tokens])).toEqual([])
      // An HttpOnly cookie goes only when the server is asked; until then it opens nothing.
      if (how === 'by the person') expect(after.cookies).toEqual([])
      const renewal = await page.request.post(`${server.url}/auth/refresh_token`, {
        headers: { origin: server.url },
      })
      expect(renewal.status()).toBe(401)
      expect(await page.context().cookies()).toEqual([])

      await page.goBack()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByText(said.asked)).toHaveCount(0)
    })
  }

  test('holds only the current user’s data, in a tab that slept while one user logged out and another logged in', async ({
    browser,
    server,
  }) => {
    const { ana, company, visitor, queue } = await openTalk(browser, server, said.asked)
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

    const other = await page.context().newPage()
    await other.goto(`${server.url}/tickets`)
    await ends['by the person'](other)
    await logIn(other, server, bia)
    // Not earlier: a retry that is being aborted would be let through, while Ana is still logged in.
    await page.unroute(/\/messages\/\d+$/)
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
