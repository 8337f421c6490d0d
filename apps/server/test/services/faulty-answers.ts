import { once } from 'node:events'
import { type RequestListener, type Server, createServer } from 'node:http'

/** What servers do that answer wrongly or not at all, by path. */
export const faultyAnswers: Record<string, RequestListener> = {
  '/silent': () => undefined,
  '/slow': (_request, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/endless': (_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  },
  '/announced': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000000000' })
    response.write('x')
  },
  '/cut-off': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  },
  '/compressed': (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
}

export async function listen(
  host: string,
  port: number,
  answer: RequestListener,
): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}
