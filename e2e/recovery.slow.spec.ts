import { type Page, type Route, expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { mailServerOfFile, mailTo } from './support/mail.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const mails = mailServerOfFile()
const server = serverOfFile(() => whatsApp().environment)

const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? ''
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

/** From the login to the field for the code. */
async function askForCode(page: Page, sought: string): Promise<void> {
  await page.goto(`${server().url}/login`)
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
  await expect(page).toHaveURL(/\/recovery-password$/)
  await page.getByLabel('WhatsApp ou e-mail').fill(sought)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('Código de verificação enviado com sucesso!')).toBeVisible()
  await expect(page.getByLabel('Código', { exact: true })).toBeFocused()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verificar', exact: true }).click()
}

async function choosePassword(page: Page, password: string): Promise<void> {
  const field = page.getByLabel('Nova senha', { exact: true })
  await field.fill(password)
  await expect(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Mostrar ou ocultar a senha' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
}

test('The operator sets the mail server, is told in words what is wrong with it, and then codes go by e-mail', async ({
  page,
  browser,
}) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [])
  const { config } = mails()
  const operators = await (await browser.newContext()).newPage()
  await logIn(operators, server(), server().operator)
  await operators.goto(`${server().url}/settings`)
  await operators.getByRole('tab', { name: 'E-mail' }).click()
  const field = (name: string) => operators.getByRole('textbox', { name, exact: true })
  const password = operators.getByLabel('Senha', { exact: true })

  await test.step('the test says what happened', async () => {
    await field('Servidor').fill('nao-existe.invalid')
    await operators.getByRole('combobox', { name: 'Criptografia' }).click()
    await operators.getByRole('option', { name: 'Nenhuma' }).click()
    await expect(field('Porta')).toHaveValue('25')
    await field('E-mail do remetente').fill('guiche@plataforma.test')
    const button = operators.getByRole('button', { name: 'Enviar e-mail de teste' })
    await button.click()
    await expect(operators.getByText('O endereço do servidor não foi encontrado.')).toBeVisible()

    await field('Servidor').fill(config.host)
    await field('Porta').fill(String(config.port))
    await field('Usuário').fill('guiche')
    await password.fill('errada')
    await button.click()
    await expect(
      operators.getByText(/O servidor não aceitou o usuário e a senha\. Resposta do servidor: 535/),
    ).toBeVisible()

    await password.fill('Segredo-Do-Correio-1')
    await button.click()
    await expect(
      operators.getByText(`O servidor aceitou o e-mail. Ele foi para ${server().operator.email}.`),
    ).toBeVisible()
    expect((await mailTo(mails(), server().operator.email)).subject).toBe('Guichê: teste de e-mail')
  })

  await test.step('it is saved, and the password does not come back', async () => {
    await operators.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(operators.getByText('Servidor de e-mail salvo com sucesso.')).toBeVisible()
    await operators.reload()
    await operators.getByRole('tab', { name: 'E-mail' }).click()
    await expect(field('Usuário')).toHaveValue('guiche')
    await expect(password).toHaveValue('')
    await expect(password).toHaveAttribute('placeholder', 'Guardada; deixe em branco para manter')
  })

  await test.step('a mail that is refused is listed', async () => {
    const bia = await company.attendant('Bia Reis', [])
    mails().answer(550)
    await askForCode(page, bia.email)
    await mailTo(mails(), bia.email)
    await expect(async () => {
      await operators.reload()
      await operators.getByRole('tab', { name: 'E-mail' }).click()
      await expect(operators.getByRole('listitem').filter({ hasText: bia.email })).toContainText(
        'O servidor recusou o e-mail.',
        { timeout: 2000 },
      )
    }).toPass()
  })

  await test.step('what fails is said', async () => {
    const refuse =
      (error: string, status = 400) =>
      (route: Route) =>
        route.fulfill({ status, json: { error } })
    await page.route('**/api/enviar-email', refuse('ERR_BUSY', 503), { times: 1 })
    await page.goto(`${server().url}/recovery-password`)
    await page.getByLabel('WhatsApp ou e-mail').fill(ana.email)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByRole('alert')).toContainText('ocupado')

    await askForCode(page, ana.email)
    await page.route('**/api/verificar-code/*', (route) => route.abort(), { times: 1 })
    await typeCode(page, '123456')
    await expect(page.getByText('Erro ao verificar código.')).toBeVisible()

    const code = codeIn((await mailTo(mails(), ana.email)).text)
    await typeCode(page, code)
    await page.route('**/api/atualizar-senha', (route) => route.abort(), { times: 1 })
    await choosePassword(page, 'Outra-Senha-8')
    await expect(page.getByText('Erro ao salvar senha.')).toBeVisible()
    await page.route('**/api/atualizar-senha', refuse('ERR_RECOVERY_REFUSED'), { times: 1 })
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(page.getByText('Código de verificação inválido. A senha não pode ser alterada.')).toBeVisible()
    mails().received.splice(0)
  })

  await test.step('a wrong code, the right one, a new password, and in', async () => {
    await askForCode(page, ana.email)
    const code = codeIn((await mailTo(mails(), ana.email)).text)
    await typeCode(page, wrong(code))
    await expect(page.getByText('Código de verificação incorreto. Tente novamente.')).toBeVisible()
    await typeCode(page, code)
    await expect(page.getByText('Código validado com sucesso.')).toBeVisible()
    await choosePassword(page, 'Outra-Senha-9')
    await expect(page.getByText('Senha atualizada com sucesso!')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, server(), { ...ana, password: 'Outra-Senha-9' })
    await expect.poll(async () => (await mailTo(mails(), ana.email)).subject).toBe('Sua senha do Guichê foi alterada')
  })
})

test('A code goes by the WhatsApp of the platform and stands in none of its lists; three wrong ones lead back to the login', async ({
  page,
  browser,
}) => {
  const company = await createCompany(server(), 'Padaria Lua')
  const rita = whatsApp().contact('5511988880001', 'Rita Moura')
  const bia = whatsApp().contact('5511988880002', 'Bia Reis')
  const person = await company.attendant('Rita Moura', [])
  await company.call('PUT', `/users/${person.id}`, { wpp: '11 98888-0001' })
  const other = await company.attendant('Bia Reis', [])
  await company.call('PUT', `/users/${other.id}`, { wpp: '5511988880002' })
  const operators = await (await browser.newContext()).newPage()
  await logIn(operators, server(), server().operator)
  const phone = whatsApp().phone('5511900000099', 'Plataforma', { businessName: 'Plataforma' })
  await linkByPage(operators, server(), phone, { name: 'Plataforma' })

  await test.step('the code arrives on the phone, and the password is changed with it', async () => {
    await askForCode(page, '+55 (11) 98888-0001')
    await expect.poll(() => rita.inbox.length).toBe(1)
    const code = codeIn(rita.inbox[0]?.text ?? '')
    await typeCode(page, code)
    await choosePassword(page, 'Outra-Senha-9')
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, server(), { ...person, password: 'Outra-Senha-9' })
    await expect.poll(() => rita.inbox.at(-1)?.text).toContain(person.email)
  })

  await test.step('the people of the platform do not see it', async () => {
    await operators.goto(`${server().url}/tickets`)
    await operators.getByRole('tab', { name: 'Aguardando' }).click()
    await expect(operators.getByRole('region', { name: 'Conversas' }).getByRole('listitem')).toHaveCount(0)
    await operators.goto(`${server().url}/contacts`)
    await expect(operators.getByText('Rita Moura')).toHaveCount(0)
  })

  await test.step('three wrong codes', async () => {
    const stranger = await (await browser.newContext()).newPage()
    await askForCode(stranger, other.email)
    await expect.poll(() => bia.inbox.length).toBe(1)
    const code = codeIn(bia.inbox[0]?.text ?? '')
    for (const nth of [1, 2]) {
      await typeCode(stranger, wrong(code))
      await expect(stranger.getByText('Código de verificação incorreto. Tente novamente.')).toBeVisible()
      await stranger.getByLabel('Código', { exact: true }).fill(String(nth))
    }
    await typeCode(stranger, wrong(code))
    await expect(stranger.getByText('Tentativas excedidas. Redirecionando...')).toBeVisible()
    await expect(stranger).toHaveURL(/\/login$/)
  })
})
