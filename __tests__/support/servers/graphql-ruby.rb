# A server of graphql-ruby, for the tests of other backends: prints its port. Subscriptions are event streams of three updates.
require 'graphql'
require 'json'
require 'webrick'

module Library
  class Book < GraphQL::Schema::Object
    field :id, ID, null: false
    field :title, String, null: false
  end

  class Tick < GraphQL::Schema::Subscription
    argument :from, Integer, required: false, default_value: 1
    field :count, Integer, null: false
    def subscribe(from:) = :no_response
    def update(from:) = { count: object + from }
  end

  class QueryRoot < GraphQL::Schema::Object
    graphql_name 'Query'
    field :hello, String, null: false do
      argument :name, String, required: false, default_value: 'world'
    end
    field :books, Book.connection_type, null: false
    field :titles, [[String]], null: true do
      argument :ids, [ID], required: true
    end
    field :fails, Integer, null: true
    def hello(name:) = "Hello #{name}"
    def books = (1..5).map { |n| { id: n, title: "Book #{n}" } }
    def titles(ids:) = [ids]
    def fails = raise(GraphQL::ExecutionError, 'on purpose')
  end

  class MutationRoot < GraphQL::Schema::Object
    graphql_name 'Mutation'
    field :rename, String, null: false do
      argument :name, String, required: true
    end
    def rename(name:) = name
  end

  class SubscriptionRoot < GraphQL::Schema::Object
    graphql_name 'Subscription'
    field :tick, subscription: Tick
  end

  # Kept in memory; delivered to the response that waits for them.
  class Streams < GraphQL::Subscriptions
    def write_subscription(query, events)
      @kept = { query_string: query.query_string, variables: query.provided_variables, context: {}, operation_name: nil }
      @topics = events.map(&:topic)
      @events = events
    end

    def execute_all(event, object)
      @sink.call(execute_update('1', event, object))
    end

    def read_subscription(_id) = @kept

    def updates(&sink)
      @sink = sink
      (0..2).each { |n| trigger(:tick, @events.first.arguments.transform_keys(&:to_s), n) }
    end
  end

  class App < GraphQL::Schema
    query QueryRoot
    mutation MutationRoot
    subscription SubscriptionRoot
    use Streams
  end

  # /limited: the same schema with a depth limit.
  class LimitedApp < App
    max_depth 8
  end
end

server = WEBrick::HTTPServer.new(Port: 0, BindAddress: '127.0.0.1', AccessLog: [], Logger: WEBrick::Log.new(nil, 0))
serve = proc do |app, request, response|
  params = request.request_method == 'GET' ? request.query : JSON.parse(request.body)
  result = app.execute(params['query'], variables: params['variables'] || {}, operation_name: params['operationName'])
  streams = params['query'].to_s.start_with?('subscription') && request['Accept'].include?('text/event-stream')
  if streams && !result.to_h.key?('errors')
    response['Content-Type'] = 'text/event-stream'
    response.chunked = true
    response.body = proc do |out|
      Library::App.subscriptions.updates { |update| out.write("event: next\ndata: #{JSON.generate(update.to_h)}\n\n") }
      out.write("event: complete\n\n")
    end
  else
    response['Content-Type'] = 'application/json'
    response.body = JSON.generate(result.to_h)
  end
end
server.mount_proc('/graphql') { |request, response| serve.call(Library::App, request, response) }
server.mount_proc('/limited') { |request, response| serve.call(Library::LimitedApp, request, response) }
$stdout.puts server.listeners[0].addr[1]
$stdout.flush
server.start
