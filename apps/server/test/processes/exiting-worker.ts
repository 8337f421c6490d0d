// A worker process that one of its jobs ends abruptly.
import pino from 'pino'
import { createJobQueue } from '../../src/platform/work/jobs.ts'

const [adminUrl = '', operatorUrl = ''] = process.argv.slice(2)
const queue = createJobQueue({ adminUrl, operatorUrl, keepsDead: 7, log: pino({ level: 'silent' }) })
const rules = { retryLimit: 1, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 60 }
queue.define('test.exits', rules, async ({ isPoison }) => {
  if (isPoison) process.exit(1)
})
await queue.start({ work: true })
