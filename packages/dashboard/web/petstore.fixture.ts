const pet = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }

/** An OpenAPI document of a pet store in YAML, whose server is on this machine. One of its operations has no route. */
export const petstoreYaml = (port: number): string => `
openapi: 3.1.0
info:
  title: Petstore
  version: 1.0.0
  description: Pets and their owners.
servers:
  - url: http://{host}:${port}/v1
    variables:
      host: { default: 127.0.0.1 }
paths:
  /pets:
    get:
      operationId: listPets
      summary: List the pets
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses: { '200': { description: The pets } }
    post:
      operationId: createPet
      summary: Create a pet
      responses: { '201': { description: The pet } }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPet
      summary: One pet
      responses: { '200': { description: The pet } }
    delete:
      operationId: deletePet
      summary: Delete a pet
      responses: { '204': { description: It is gone } }
  /{rest*}/all:
    get: { responses: {} }
`

/** A newer document of the pet store in JSON: it adds an operation, removes another, and names a third differently. */
export const newerPetstore = (port: number): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Petstore', version: '2.0.0', description: 'Pets and their owners.' },
    servers: [{ url: `http://127.0.0.1:${port}/v1` }],
    paths: {
      '/pets': {
        get: { operationId: 'listPets', summary: 'List the pets', responses: {} },
        post: { operationId: 'createPet', summary: 'Create a pet', responses: {} },
      },
      '/pets/{petId}': { get: { operationId: 'getPet', summary: 'A pet by its id', responses: {} } },
      '/owners': { get: { operationId: 'listOwners', summary: 'List the owners', responses: {} } },
    },
    components: { schemas: { Pet: pet } },
  })
