import { implement } from '#kit/server/implement.ts'
import { support, supportDesk } from '../contract.ts'
import {
  answerRequest,
  assignRequest,
  closeRequest,
  reopenRequest,
  replyToRequest,
  submitRequest,
} from './commands.ts'
import { discardFile, uploadFile } from './file-commands.ts'
import {
  countRequests,
  listHandlers,
  listMyRequests,
  listRequests,
  readFile,
  readMyFile,
  readMyRequest,
  readRequest,
} from './queries.ts'

export const supportRoutes = [
  ...implement('my-support', support, {
    list: listMyRequests,
    get: readMyRequest,
    submit: submitRequest,
    reply: replyToRequest,
    upload: uploadFile,
    discard: discardFile,
    file: readMyFile,
  }),
  ...implement('support', supportDesk, {
    list: listRequests,
    count: countRequests,
    handlers: listHandlers,
    get: readRequest,
    answer: answerRequest,
    close: closeRequest,
    reopen: reopenRequest,
    assign: assignRequest,
    file: readFile,
  }),
]
