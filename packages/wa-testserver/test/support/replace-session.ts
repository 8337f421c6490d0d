/** Two devices replace their session, which makes libsignal log the old one with its keys. */
import { SignalDevice } from '../../src/devices/signal-device.ts'

const [ana, bia] = [new SignalDevice(), new SignalDevice()]

for (const text of ['um', 'dois']) {
  await ana.openSession('2@lid', await bia.issueBundle())
  await bia.decrypt('1@lid', await ana.encrypt('2@lid', { conversation: text }))
}

// oxlint-disable-next-line no-console -- that the console still works is what is looked for
console.info('still heard')
