import { setTimeout as pause } from 'node:timers/promises'
import type { PhoneProcess, PhoneProcesses } from '../apps/server/test/processes/phone-processes.ts'
import type { Fault } from './schedule.ts'
import type { Testbed } from './testbed.ts'

/** Injects a fault and repairs what does not recover automatically. */
export async function injectFault({ product, postgres, whileReordering }: Testbed, fault: Fault): Promise<void> {
  const { phone, whatsApp } = product
  const { faults } = whatsApp
  switch (fault.kind) {
    case 'kill':
      return killed(await victim(fault.whom), fault.awayFor)
    case 'freeze': {
      const one = await victim('owner')
      one.freeze()
      await pause(fault.lasts)
      return one.thaw()
    }
    case 'cut':
      return phone.linkedDevice.cut()
    case 'twice':
      return faults.deliverTwice({ times: fault.times })
    case 'lost':
      return loseWithConnection(product)
    case 'reorder':
      return whileReordering(async () => {
        const hold = faults.hold(phone)
        await pause(fault.lasts)
        await hold.release('reversed')
      })
    case 'delay':
      faults.latencyMs = fault.latency
      await pause(fault.lasts)
      faults.latencyMs = 0
      return
    case 'unacknowledged': {
      const undo = faults.dropAcknowledgements()
      await pause(fault.lasts)
      return undo()
    }
    case 'database':
      return void process.kill(postgres.pid(), fault.signal)
  }

  async function victim(whom: 'owner' | 'other'): Promise<PhoneProcess> {
    // Without a database the owner is unknown; then take the first process.
    const owner = (await product.owner().catch(() => undefined)) ?? product.processes[0]
    const found = whom === 'owner' ? owner : product.processes.find((one) => one !== owner)
    if (!found) throw new Error('there is no process to break')
    return found
  }
}

/** Loses the next outbound message, the connection that it was sent on, and everything sent after it. */
function loseWithConnection({ phone, whatsApp }: PhoneProcesses): void {
  let isLost = false
  const undo = whatsApp.faults.intercept((stanza, direction, device) => {
    if (direction !== 'fromClient' || device?.account !== phone) return 'pass'
    isLost ||= stanza.tag === 'message'
    if (!isLost) return 'pass'
    device.cut()
    return 'drop'
  })
  phone.linkedDevice.events.once('offline', undo)
}

const maxStarts = 5

/** Restarts the process as a supervisor would, several times if the database restarts meanwhile. */
async function killed(one: PhoneProcess, awayFor: number): Promise<void> {
  await one.kill()
  await pause(awayFor)
  for (let starts = 1; ; starts += 1) {
    one.start()
    try {
      return await one.ready()
    } catch (error) {
      if (starts === maxStarts) throw error
      await one.kill()
    }
  }
}
