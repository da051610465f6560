import { errorCodes, type FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may be the form of a web page. */
    takesForm?: boolean
  }
}

/**
 * Reads the form of a web page as the body of the calls that accept one. Every other call refuses it as before: the form
 * of a foreign page is sent by a browser without asking.
 */
export function acceptForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, body, done) => {
    if (!request.routeOptions.config.takesForm) {
      done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type))
      return
    }
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
}
