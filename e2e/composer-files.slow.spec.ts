import { type Locator, expect } from '@playwright/test'
import { changeAnswers } from './support/answers.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

/** As the browser gives pasted and dropped files to the page. */
const transferOf = (name: string) => `(() => {
  const transfer = new DataTransfer()
  transfer.items.add(new File(['%PDF-1.4'], ${JSON.stringify(name)}, { type: 'application/pdf' }))
  return transfer
})()`

async function paste(field: Locator, name: string) {
  await field.focus()
  const event = `new ClipboardEvent('paste', { clipboardData: ${transferOf(name)}, bubbles: true, cancelable: true })`
  await field.page().evaluate(`document.activeElement.dispatchEvent(${event})`)
}

async function drop(area: Locator, name: string) {
  const dataTransfer = await area.page().evaluateHandle(transferOf(name))
  await area.dispatchEvent('dragover', { dataTransfer })
  await expect(area.getByText('Solte os arquivos para anexar')).toBeVisible()
  await area.dispatchEvent('drop', { dataTransfer })
  await expect(area.getByText('Solte os arquivos para anexar')).toHaveCount(0)
}

test('Files are pasted and dropped, their captions stay when the ticket is left, and blanks are not sent', async ({
  browser,
  server,
}) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  const tray = page.getByRole('list', { name: 'Anexos' })
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/messages\/\d+$/.test(request.url())) posted.push(request.postData() ?? '')
  })

  await test.step('pasted and dropped', async () => {
    await paste(field, 'nota.pdf')
    await expect(tray.getByRole('listitem')).toHaveText([/nota\.pdf/])
    await drop(page.getByRole('region', { name: 'Conversa com Rita Moura' }), 'planta.pdf')
    await expect(tray.getByRole('listitem')).toHaveText([/nota\.pdf/, /planta\.pdf/])
  })

  await test.step('they stay while messages are selected to be forwarded', async () => {
    await chooseInMenuOf(ana.message('Bom dia'), 'Encaminhar')
    await expect(field).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancelar seleção' }).click()
    await expect(tray.getByRole('listitem')).toHaveText([/nota\.pdf/, /planta\.pdf/])
  })

  await test.step('the captions of files that are lost when the ticket is left', async () => {
    await tray.getByRole('button', { name: /^nota\.pdf/ }).click()
    await field.fill('A nota')
    await tray.getByRole('button', { name: /^planta\.pdf/ }).click()
    await field.fill('E a planta')
    await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
    await expect(field).toHaveCount(0)
    await page.goBack()
    await expect(field).toHaveValue('A nota\nE a planta')
    await expect(tray).toHaveCount(0)
  })

  await test.step('a blank text', async () => {
    for (const blank of ['', '   ', '\n \n']) {
      await field.fill(blank)
      await field.press('Enter')
    }
    await ana.write('Bom dia, Rita')
    await expect(visitor.message('Bom dia, Rita')).toBeVisible()
    expect(posted).toEqual([expect.stringContaining('Bom dia, Rita')])
  })

  await test.step('nothing is forwarded if no message is selected', async () => {
    await chooseInMenuOf(ana.message('Bom dia, Rita'), 'Encaminhar')
    await page.getByRole('checkbox', { name: 'Selecionar: Bom dia, Rita' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Encaminhar' }).click()
    await expect(page.getByText('Nenhuma mensagem selecionada')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Cancelar seleção' }).click()
  })

  await test.step('a file that could not be fetched says so, and is asked for again', async () => {
    await visitor.sendPicture('sala.png', 'A sala')
    await expect(ana.message('A sala').getByRole('button', { name: 'Abrir imagem' })).toBeVisible()
    // An event about the picture would show it as it is.
    await page.route(/socket\.io/, (route) => route.abort())
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
    await changeAnswers<{ messages: { body: string }[] }>(page, /\/messages\/\d+(\?|$)/, (answer) => ({
      ...answer,
      messages: answer.messages.map((message) =>
        message.body === 'A sala' ? { ...message, mediaUrl: null, mediaState: 'failed' } : message,
      ),
    }))
    await page.reload()
    await expect(ana.message('A sala')).toContainText('Não foi possível baixar o arquivo')
    const again = page.waitForRequest((request) => /\/messages\/\d+\/retry$/.test(request.url()))
    await ana.message('A sala').getByRole('button', { name: 'Tentar de novo' }).click()
    expect((await again).method()).toBe('POST')
  })
})
