import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

test('A campaign sends the files of a list after its message', async ({ page }) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  const { call } = company
  const phone = whatsApp().phone('5511900000002', 'Casa Aurora')
  const rita = whatsApp().contact('5511988887773', 'Rita Moura')
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const list = await must<{ id: number }>(call('POST', '/contact-lists', { name: 'Clientes de maio' }))
  await must(
    call('POST', '/contact-list-items', { name: 'Rita Moura', number: '5511988887773', contactListId: list.id }),
  )
  await logIn(page, server(), admin)
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })
  const [connection] = await must<{ id: number }[]>(call('GET', '/whatsapp?session=0'))
  await must(
    call('POST', '/campaigns', {
      name: 'Inverno',
      message1: 'Oi {primeironome}!',
      contactListId: list.id,
      whatsappId: String(connection?.id),
    }),
  )
  const dialog = page.getByRole('dialog')

  await test.step('a list of files is made', async () => {
    await page.goto(`${server().url}/files`)
    await page.getByRole('button', { name: 'Nova lista de arquivos' }).first().click()
    await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill('Catálogo')
    await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Veja os arquivos.')
    const choosing = page.waitForEvent('filechooser')
    await dialog
      .getByRole('group', { name: 'Arquivo 1' })
      .getByRole('button', { name: /arquivo$/ })
      .first()
      .click()
    await (await choosing).setFiles({ name: 'tabela.pdf', mimeType: 'application/pdf', buffer: files.paper })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('it is chosen as the attachment, instead of a file', async () => {
    await page.goto(`${server().url}/campaigns`)
    await page.getByRole('button', { name: 'Editar Inverno' }).click()
    await dialog.getByRole('combobox', { name: 'Lista de arquivos' }).click()
    await page.getByRole('option', { name: 'Catálogo' }).click()
    await expect(dialog).toContainText('Os arquivos da lista vão depois da mensagem, um por um.')
    await expect(dialog.getByRole('button', { name: 'Anexar arquivo' })).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('it is shown again, and the list says that the campaign uses it', async () => {
    await page.getByRole('button', { name: 'Editar Inverno' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Lista de arquivos' })).toHaveValue('Catálogo')
    await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await page.goto(`${server().url}/files`)
    await page.getByRole('button', { name: 'Mais ações de Catálogo' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Esta campanha deixa de enviá-la: Inverno.')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('the phone gets the message, and then the file', async () => {
    const [campaign] = (await must<{ records: { id: number }[] }>(call('GET', '/campaigns'))).records
    await must(call('PUT', `/campaigns/${campaign?.id}`, { scheduledAt: new Date().toISOString() }))
    await rita.waitForMessage(({ text }) => text === 'Oi Rita!', 60_000)
    await expect.poll(() => rita.inbox.length, { timeout: 60_000 }).toBe(2)
    expect(rita.inbox.map(({ text }) => text)[0]).toBe('Oi Rita!')
  })
})
