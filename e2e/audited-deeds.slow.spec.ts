import { readFile } from 'node:fs/promises'
import { type Browser, type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, type Person, createCompany } from './support/company.ts'
import { inDays, written } from './support/clock.ts'
import { logIn, openDesk } from './support/desk.ts'
import { mailServerOfFile, mailTo } from './support/mail.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const mails = mailServerOfFile()
const server = serverOfFile(() => whatsApp().environment)

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialogOf = (page: Page) => page.getByRole('dialog')

/** What the log must say: of which deed, by whom, and the words that its row has. */
interface Wanted {
  what: string
  who: string
  also: string[]
}

async function logInWith(page: Page, { email }: { email: string }, password: string): Promise<void> {
  await page.goto(`${server().url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** A new page of a person who is logged in. */
async function pageOf(browser: Browser, person: { email: string; password: string }): Promise<Page> {
  const { page } = await openDesk(browser, server(), person)
  return page
}

/** The operator, by the settings: how mails are sent. */
async function setMailServer(page: Page): Promise<void> {
  const { config } = mails()
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto(`${server().url}/settings`)
  await page.getByRole('tab', { name: 'E-mail' }).click()
  await field('Servidor').fill(config.host)
  await page.getByRole('combobox', { name: 'Criptografia' }).click()
  await page.getByRole('option', { name: 'Nenhuma' }).click()
  await field('Porta').fill(String(config.port))
  await field('E-mail do remetente').fill('guiche@plataforma.test')
  await field('Usuário').fill('guiche')
  await page.getByLabel('Senha', { exact: true }).fill('Segredo-Do-Correio-1')
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await expect(page.getByText('Servidor de e-mail salvo com sucesso.')).toBeVisible()
}

/** Somebody recovers their password by e-mail, with a wrong code first. */
async function recover(page: Page, { email }: Person, password: string): Promise<void> {
  await page.goto(`${server().url}/recovery-password`)
  await page.getByLabel('WhatsApp ou e-mail').fill(email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  const code = /\d{6}/.exec((await mailTo(mails(), email)).text)?.[0] ?? ''
  const type = async (text: string) => {
    await page.getByLabel('Código', { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Verificar', exact: true }).click()
  }
  await type(code === '000000' ? '000001' : '000000')
  await expect(page.getByText('Código de verificação incorreto. Tente novamente.')).toBeVisible()
  await type(code)
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** A company with a ticket that waits, a tag and a contact. */
async function withContents(browser: Browser): Promise<{ company: Company; ana: Person }> {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90', dueDate: inDays(10) })
  const queue = await company.queue('Vendas')
  const ana = await company.attendant('Ana Prado', [queue])
  const visitor = await openChat(browser, server(), await company.webChat([queue]), 'Rita Moura')
  await visitor.write('Bom dia')
  await must(company.call('POST', '/tags', { name: 'Cliente VIP' }))
  return { company, ana }
}

async function expectWanted(page: Page, { what, who, also }: Wanted): Promise<void> {
  const found = [who, ...also].reduce((rows, hasText) => rows.filter({ hasText }), row(page, what))
  await expect(found.first()).toBeVisible()
}

test('What admins, users and the operator do is in the log: who, what, when, from where, with what it was before and after', async ({
  browser,
  page,
}) => {
  test.slow()
  const { company, ana } = await withContents(browser)
  const operator = await pageOf(browser, server().operator)

  await test.step('the operator says how mails are sent', () => setMailServer(operator))

  await test.step('Ana recovers her password, after a wrong code', async () => {
    const anas = await (await browser.newContext()).newPage()
    await recover(anas, ana, 'Outra-Senha-8')
  })

  await test.step('the admin logs in, after a wrong password', async () => {
    await logInWith(page, company.admin, 'errada-123')
    await expect(page.getByText('E-mail ou senha incorretos. Tente de novo.')).toBeVisible()
    await logIn(page, server(), company.admin)
  })

  await test.step('makes Ana a supervisor, and gives her a one-time password', async () => {
    await page.goto(`${server().url}/users`)
    await page.getByRole('button', { name: 'Editar Ana Prado' }).click()
    await dialogOf(page).getByRole('combobox', { name: 'Perfil' }).click()
    await page.getByRole('option', { name: 'Supervisor' }).click()
    await dialogOf(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Usuário salvo com sucesso.')).toBeVisible()
    await page.getByRole('button', { name: 'Editar Ana Prado' }).click()
    await page.getByRole('button', { name: 'Dar senha de uso único' }).click()
    const question = page.getByRole('dialog', { name: 'Senha de uso único' })
    await question.getByRole('button', { name: 'Dar senha de uso único' }).click()
    const password = await question.getByLabel('Senha', { exact: true }).inputValue()
    const anas = await (await browser.newContext()).newPage()
    await logInWith(anas, ana, password)
    await anas.getByLabel('Nova senha', { exact: true }).fill('Minha-Propria-9')
    await anas.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(anas).toHaveURL(/\/tickets/)
  })

  await test.step('links a phone, reads and renews its token, and unlinks it', async () => {
    await linkByPage(page, server(), whatsApp().phone('5511900000071', 'Casa Aurora'), { name: 'Loja Centro' })
    await page.getByRole('button', { name: 'Editar Loja Centro' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar conexão' })
    const prove = async (title: string, action: string) => {
      const proof = page.getByRole('dialog', { name: title })
      await proof.getByLabel('Sua senha', { exact: true }).fill(company.admin.password)
      await proof.getByRole('button', { name: action, exact: true }).click()
      await expect(proof).toHaveCount(0)
    }
    await dialog.getByRole('button', { name: 'Mostrar' }).click()
    await prove('Mostrar o token de Loja Centro', 'Mostrar')
    await dialog.getByRole('button', { name: 'Renovar' }).click()
    await prove('Renovar o token de Loja Centro?', 'Renovar')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await row(page, 'Loja Centro').getByRole('button', { name: 'Desconectar' }).click()
    await page
      .getByRole('dialog', { name: 'Desconectar Loja Centro?' })
      .getByRole('button', { name: 'Desconectar' })
      .click()
    await expect(row(page, 'Loja Centro')).not.toContainText('Conectada')
  })

  await test.step('switches a setting, deletes a tag, exports the contacts, and closes all tickets', async () => {
    await page.goto(`${server().url}/settings`)
    await page.getByRole('switch', { name: 'Ocultar número do contato', exact: true }).click({ force: true })
    await expect(page.getByText('Salvo').first()).toBeVisible()
    await page.goto(`${server().url}/tags`)
    await page.getByRole('button', { name: 'Mais ações de Cliente VIP' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await dialogOf(page).getByRole('button', { name: 'Excluir' }).click()
    await expect(row(page, 'Cliente VIP')).toHaveCount(0)
    await page.goto(`${server().url}/contacts`)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
    await page.getByRole('menuitem', { name: 'Exportar contatos' }).click()
    await downloading
    await page.goto(`${server().url}/tickets`)
    const list = page.getByRole('region', { name: 'Conversas' })
    await list.getByRole('tab', { name: 'Aguardando' }).click()
    await list.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Encerrar todos' }).click()
    await page.getByRole('button', { name: 'Sim', exact: true }).click()
    await expect(page.getByText(/ticket(s)? encerrado/).first()).toBeVisible()
  })

  await test.step('Ana tries what only admins may', async () => {
    const anas = await (await browser.newContext()).newPage()
    await logInWith(anas, ana, 'Minha-Propria-9')
    await expect(anas).toHaveURL(/\/tickets/)
    const status = await anas.evaluate(async () => {
      const token: unknown = JSON.parse(localStorage.getItem('token') ?? '""')
      const body = JSON.stringify({ column: 'lgpdHideNumber', data: 'disabled' })
      const headers = { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' }
      return (await fetch('/companySettings', { method: 'PUT', headers, body })).status
    })
    expect(status).toBe(403)
  })

  await test.step('the operator changes the plan, records a payment, and renews the company', async () => {
    await operator.goto(`${server().url}/companies`)
    await operator.getByRole('searchbox').fill(company.name)
    await expect(operator.getByRole('row').filter({ has: operator.getByRole('cell') })).toHaveCount(1)
    await operator.getByRole('button', { name: `Mais ações de ${company.name}` }).click()
    await operator.getByRole('menuitem', { name: 'Faturas e lançamentos' }).click()
    await operator
      .getByRole('button', { name: /^Registrar pagamento da fatura/ })
      .first()
      .click()
    const record = operator.getByRole('dialog', { name: 'Registrar pagamento ou crédito' })
    await record.getByRole('textbox', { name: 'Motivo' }).fill('Transferência de hoje')
    await record.getByRole('button', { name: 'Registrar' }).click()
    await expect(record).toHaveCount(0)
    await dialogOf(operator).getByRole('button', { name: 'Fechar' }).first().click()
    await operator.getByRole('button', { name: `Renovar ${company.name}` }).click()
    await dialogOf(operator).getByRole('button', { name: 'Renovar' }).click()
    await expect(operator.getByText(/^Renovada até/)).toBeVisible()
    await operator.goto(`${server().url}/settings`)
    await operator.getByRole('tab', { name: 'Planos' }).click()
    await operator.getByRole('button', { name: 'Novo plano' }).click()
    await dialogOf(operator).getByLabel('Nome').fill(`Plano Auditado ${company.id}`)
    await dialogOf(operator).getByLabel('Valor').fill('49,90')
    await dialogOf(operator).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialogOf(operator)).toHaveCount(0)
  })

  const [boss, here] = [company.name, '127.0.0.1']
  const reached = (text: string): Wanted => ({
    what: `O que fez: ${text}`,
    who: 'Operador da plataforma',
    also: ['Acessou a empresa'],
  })
  const ofCompany: Wanted[] = [
    { what: 'Tentativa de entrar com senha errada', who: 'Desconhecido', also: [here] },
    { what: 'Entrou', who: boss, also: [here] },
    { what: 'Pedido para recuperar a senha', who: 'Desconhecido', also: ['e-mail'] },
    { what: 'Recuperou a senha', who: 'Ana Prado', also: [here] },
    { what: 'Alterou um usuário: Ana Prado', who: boss, also: [here, 'Perfil: Usuário → Supervisor'] },
    { what: 'Deu uma senha de uso único: Ana Prado', who: boss, also: [here] },
    { what: 'Trocou a senha de uso único por uma própria', who: 'Ana Prado', also: [here] },
    { what: 'Criou uma conexão: Loja Centro', who: boss, also: [here] },
    { what: 'Novo dispositivo vinculado ao WhatsApp: Loja Centro', who: '', also: [] },
    { what: 'Viu o token de uma conexão: Loja Centro', who: boss, also: [here] },
    { what: 'Renovou o token de uma conexão: Loja Centro', who: boss, also: [here] },
    { what: 'Desvinculou o WhatsApp: Loja Centro', who: boss, also: [here] },
    { what: 'Alterou uma configuração', who: boss, also: [here, 'Ocultar número do contato: Desligado → Ligado'] },
    { what: 'Excluiu uma tag: Cliente VIP', who: boss, also: [here] },
    { what: 'Exportou contatos', who: boss, also: [here] },
    { what: 'Encerrou todos os tickets de um status', who: boss, also: [here, 'Tickets encerrados: 1'] },
    {
      what: 'Tentou algo para o qual não tem permissão',
      who: 'Ana Prado',
      also: [here, 'PUT /companySettings'],
    },
    { what: 'Registrou um pagamento', who: 'Operador da plataforma', also: ['Pagamento manual'] },
    { what: 'A fatura foi paga', who: 'Operador da plataforma', also: [] },
    { what: 'Renovou a empresa', who: 'Operador da plataforma', also: [`Vencimento: ${written(inDays(10))} → `] },
    reached('registrou um pagamento'),
  ]

  await test.step('the admin reads all of it', async () => {
    await page.goto(`${server().url}/audit`)
    for (const wanted of ofCompany) await expectWanted(page, wanted)
    await expect(row(page, 'Acessou a empresa').first(), 'not the address of the operator').not.toContainText(here)
    for (const code of ['user.', 'session.', 'connection.', 'payment.', 'audit.', 'lgpdHideNumber'])
      await expect(row(page, code), 'no name of the code').toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('finds what Ana did, and what the operator did', async () => {
    await page.getByRole('searchbox').fill('prado')
    await expect(row(page, 'Recuperou a senha')).toHaveCount(1)
    await expect(row(page, 'Excluiu uma tag')).toHaveCount(0)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('combobox', { name: 'Ação' }).fill('conex')
    await page.getByRole('option', { name: 'Tudo: Conexões' }).click()
    await expect(row(page, 'Novo dispositivo vinculado ao WhatsApp')).toHaveCount(1)
    await expect(row(page, 'Entrou')).toHaveCount(0)
    await page.reload()
  })

  await test.step('has all of it in the table', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const table = await readFile(await (await downloading).path(), 'utf8')
    for (const { what } of ofCompany) expect(table).toContain(what.split(': ')[0])
    expect(table).toContain('Ocultar número do contato: Ligado')
    expect(table, 'no name of the code').not.toMatch(/"[a-z]+(_[a-z]+)?\.[a-zA-Z]+"|lgpdHideNumber: /)
  })

  await test.step('the operator reads what was done in the company, and in their own log what was done to all', async () => {
    await operator.goto(`${server().url}/audit`)
    await expectWanted(operator, {
      what: `Criou um plano: Plano Auditado ${company.id}`,
      who: 'Administrador',
      also: [here],
    })
    await expectWanted(operator, { what: 'Alterou o servidor de e-mail', who: 'Administrador', also: [here] })
    await operator.getByRole('combobox', { name: 'Empresa' }).click()
    await operator.getByRole('combobox', { name: 'Empresa' }).fill(company.name)
    await operator.getByRole('option', { name: company.name }).click()
    await expectWanted(operator, {
      what: 'Alterou um usuário: Ana Prado',
      who: boss,
      also: [here, 'Perfil: Usuário → Supervisor'],
    })
    await expect(row(operator, 'Registrou um pagamento').first(), 'the operator sees from where').toContainText(here)
  })
})
