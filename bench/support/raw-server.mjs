// The reference: a bare node:http server that sends the same bytes and headers for every request.
import { createServer } from 'node:http';

const { status, headers, body } = JSON.parse(process.env.ANSWER ?? '{}');
const bytes = Buffer.from(body, 'utf8');
createServer((request, response) => {
  request.resume();
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.end(status === 304 ? undefined : bytes);
}).listen(Number(process.env.PORT), '127.0.0.1');
